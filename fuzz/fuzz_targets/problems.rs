#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| atalaya::fuzzing::problem_files(bytes));
