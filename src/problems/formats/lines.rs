//! Decoding of bytes, and splitting of texts into groups of lines.

/// Returns the text of a file without its byte-order mark, and the lines that are not UTF-8, each with its number from
/// 1 and its first invalid byte. In the text these lines have replacement characters.
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

/// Decodes the bytes of a file like [`decode`], but decodes lines that are not UTF-8 as Latin-1.
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

/// A group of consecutive lines of a text.
pub(super) struct Chunk<'a> {
    /// Number of the first line, from 1.
    pub(super) line: usize,
    /// Number of the last line that is not empty, from 1.
    pub(super) last_line: usize,
    /// Text of all lines.
    pub(super) text: &'a str,
}

/// Splits a text before each line for which `begins` returns true; it is called for all lines in order. Empty lines at
/// the beginning of a chunk are left out, and so are chunks of empty lines only.
pub(super) fn chunks<'a>(text: &'a str, mut begins: impl FnMut(&'a str) -> bool) -> Vec<Chunk<'a>> {
    let mut chunks: Vec<Chunk> = Vec::new();
    // Start of the present chunk as an index, and its first and last lines.
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
