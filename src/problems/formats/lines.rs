//! Bytes as lines of text.

/// The text of a file, without a byte-order mark; and the lines that are not UTF-8, from 1, each with
/// its first byte that cannot be: there the text has replacement characters.
pub(super) fn decode(bytes: &[u8]) -> (String, Vec<(usize, u8)>) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut strange = Vec::new();
    if std::str::from_utf8(bytes).is_err() {
        for (index, line) in bytes.split(|b| *b == b'\n').enumerate() {
            if let Err(error) = std::str::from_utf8(line) {
                let byte = line.get(error.valid_up_to()).copied().unwrap_or(0);
                strange.push((index + 1, byte));
            }
        }
    }
    (String::from_utf8_lossy(bytes).into_owned(), strange)
}

/// The same, with the lines that are not UTF-8 as Latin-1.
pub(super) fn decode_or_latin_1(bytes: &[u8]) -> (String, Vec<(usize, u8)>) {
    let (text, strange) = decode(bytes);
    if strange.is_empty() {
        return (text, strange);
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let lines = bytes
        .split(|b| *b == b'\n')
        .map(|line| match std::str::from_utf8(line) {
            Ok(line) => line.to_owned(),
            Err(_) => line.iter().copied().map(char::from).collect(),
        });
    (lines.collect::<Vec<String>>().join("\n"), strange)
}

/// Some lines of a text.
pub(super) struct Chunk<'a> {
    /// The first, from 1.
    pub(super) line: usize,
    /// The last that says something.
    pub(super) last_line: usize,
    /// All of them.
    pub(super) text: &'a str,
}

/// Cuts a text before each line where `begins` says so, which is asked of all lines in their order.
/// Chunks of empty lines are left out, and empty lines at the beginning of a chunk.
pub(super) fn chunks<'a>(text: &'a str, mut begins: impl FnMut(&'a str) -> bool) -> Vec<Chunk<'a>> {
    let mut chunks: Vec<Chunk> = Vec::new();
    // Where the chunk under way begins, and its lines.
    let (mut start, mut line, mut last_line) = (0, 0, 0);
    let mut offset = 0;
    let mut number = 0;
    for piece in text.split_inclusive('\n') {
        number += 1;
        if begins(piece) && line > 0 {
            let text = &text[start..offset];
            chunks.push(Chunk {
                line,
                last_line,
                text,
            });
            line = 0;
        }
        if !piece.trim().is_empty() {
            last_line = number;
            if line == 0 {
                (start, line) = (offset, number);
            }
        }
        offset += piece.len();
    }
    if line > 0 {
        let text = &text[start..];
        chunks.push(Chunk {
            line,
            last_line,
            text,
        });
    }
    chunks
}
