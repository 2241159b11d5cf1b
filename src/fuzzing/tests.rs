//! Samples of every text that is read: whole, damaged, and of random bytes.

use super::*;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;
use std::time::Instant;

/// Samples with up to six random changes: a byte removed, duplicated, inserted or replaced.
fn damaged(samples: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![4 => 32..127_u8, 1 => any::<u8>(), 1 => Just(b'\n')];
    let change = (any::<Index>(), 0..4_u8, byte);
    let changes = prop::collection::vec(change, 0..6);
    (select(samples), changes).prop_map(|(sample, changes)| {
        let mut bytes = sample.as_bytes().to_vec();
        for (at, kind, byte) in changes {
            let at = at.index(bytes.len().max(1));
            match kind {
                0 if !bytes.is_empty() => drop(bytes.remove(at)),
                1 if !bytes.is_empty() => bytes.insert(at, bytes[at]),
                2 if !bytes.is_empty() => bytes[at] = byte,
                _ => bytes.insert(at.min(bytes.len()), byte),
            }
        }
        bytes
    })
}

/// Environment variable with the number of random cases per target; without it there are few, always the same.
const VARIABLE: &str = "ATALAYA_FUZZ_CASES";

/// Environment variable with the names of the targets to run, separated by commas; without it all are run.
const NAMES: &str = "ATALAYA_FUZZ_TARGETS";

#[test]
fn no_reader_panics_at_damaged_samples_or_at_any_bytes() {
    let many = std::env::var(VARIABLE).map(|cases| cases.parse().expect("a number"));
    let names = std::env::var(NAMES).ok();
    let names: Option<Vec<&str>> = names.as_ref().map(|names| names.split(',').collect());
    for name in names.iter().flatten() {
        assert!(TARGETS.iter().any(|target| target.name == *name), "{name}");
    }
    let named = |target: &&Target| names.as_ref().is_none_or(|n| n.contains(&target.name));
    for target in TARGETS.iter().filter(named) {
        let begun = Instant::now();
        let cases = many.as_ref().map_or(400, |cases| *cases);
        let config = Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        };
        let mut runner = match many {
            Ok(_) => TestRunner::new(config),
            Err(_) => {
                let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
                TestRunner::new_with_rng(config, rng)
            }
        };
        let anything = prop::collection::vec(any::<u8>(), 0..200);
        let bytes = prop_oneof![8 => damaged(target.samples), 1 => anything];
        let found = runner.run(&bytes, |bytes| {
            (target.run)(&bytes);
            Ok(())
        });
        if let Err(failure) = found {
            panic!("{}: {failure}", target.name);
        }
        eprintln!("{}: {cases} cases in {:.1?}", target.name, begun.elapsed());
    }
}

#[test]
fn every_sample_of_a_text_that_can_be_refused_is_accepted() {
    for target in TARGETS {
        for text in target.samples {
            let accepted = match target.name {
                "fen" => Position::from_fen(text, false).is_ok(),
                "pgn" => records(text).all(|mut found| {
                    let found = found.as_mut();
                    found.is_ok_and(|found| game_of(found, &Registry::standard()).is_ok())
                }),
                "rolit" => rolit::Position::parse(text, rolit::Rules::Official).is_ok(),
                "saved_game" => Room::parse(text.as_bytes(), &Registry::standard()).is_ok(),
                "certificate" => {
                    let proof = kamisado_proof::Certificate::parse(text);
                    let holds = proof.is_ok_and(|p| kamisado_proof::check::check(&p).is_ok());
                    holds || mate::check::verify(text, false).is_ok()
                }
                "polyglot" => true,
                #[cfg(feature = "collection")]
                "puzzles" => {
                    use problems::puzzle::csv::{Criteria, drawn};
                    use rand::SeedableRng;
                    let wanted = Criteria {
                        themes: &[],
                        ratings: (0, 3000),
                        count: 9,
                    };
                    let mut rng = rand::rngs::StdRng::seed_from_u64(1);
                    let read = drawn(
                        text.as_bytes(),
                        &wanted,
                        &mut rng,
                        games::Lang::EN,
                        |line, why| {
                            panic!("{line}: {why}");
                        },
                    );
                    read.is_ok_and(|puzzles| puzzles.len() == 1)
                }
                #[cfg(feature = "collection")]
                "problems" => {
                    use problems::formats::{Format, read};
                    let format = Format::detect(None, text.as_bytes());
                    let entries = read(text.as_bytes(), format, None, Default::default());
                    entries.len() == 1 && entries[0].draft.is_ok()
                }
                "kamisado" => kamisado::Match::parse(text, 1, kamisado::Rules::default()).is_ok(),
                _ => true,
            };
            assert!(accepted, "{}: {text}", target.name);
        }
    }
}

#[test]
fn every_target_can_be_fuzzed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    let files = std::fs::read_dir(folder).expect("the folder").flatten();
    let files: BTreeSet<_> = files.map(|file| file.file_name()).collect();
    let names = TARGETS
        .iter()
        .map(|target| format!("{}.rs", target.name).into());
    assert_eq!(files, names.collect());
}
