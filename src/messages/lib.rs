//! Reader and checks of the message files.
//!
//! Texts are [Fluent](https://projectfluent.org) messages, in a folder for each language: `en`, `es`. The file name
//! tells which crate uses them: those of the area `games` are in `games.ftl` and in files such as `games-chess.ftl`.
//! English is the reference: other languages must have the same messages with the same variables ([`check`]).
//! `messages_macros` reads the folders at compile time, and `base::messages` at run time.
//!
//! A variable that only some languages need, for their grammar, is named in the comment of the English message
//! (`# $role: …`); a translation may omit it. The comment of a translation may likewise name a variable of the
//! English message that it omits.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Code of the language with which the others are compared.
pub const REFERENCE: &str = "en";

/// A message of a Fluent file, with its place and the variables and messages that it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Line of the message, from 1.
    pub line: usize,
    /// Name of the file without its extension.
    pub file: String,
    /// Variables in the text of the message itself, without those of referenced messages and terms.
    used: BTreeSet<String>,
    /// Variables named in the message's comment, as in `# $role: …`.
    named: BTreeSet<String>,
    /// Messages and terms that the text references; the name of a term begins with a hyphen.
    references: BTreeSet<String>,
}

/// Messages of an area in one language, by key. Terms are included; their keys begin with a hyphen.
pub type Messages = BTreeMap<String, Message>;

/// Parses a file and adds its messages to `messages`. For each error a sentence that begins with `name` and the line
/// is appended to `faults`.
pub fn read(name: &str, text: &str, messages: &mut Messages, faults: &mut Vec<String>) {
    let line_at = |offset: usize| text[..offset].matches('\n').count() + 1;
    let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(resource, errors)| {
        for error in errors {
            // The invalid message begins at this place.
            let begin = error
                .slice
                .as_ref()
                .map_or(error.pos.start, |slice| slice.start);
            let line = line_at(begin.min(text.len()));
            faults.push(format!("{name}: line {line}: {error}"));
        }
        resource
    });
    let file = Path::new(name).file_stem().unwrap_or_default();
    for entry in &resource.body {
        let (sign, id, value, comment) = match entry {
            Entry::Message(message) => ("", &message.id, message.value.as_ref(), &message.comment),
            Entry::Term(term) => ("-", &term.id, Some(&term.value), &term.comment),
            _ => continue,
        };
        // The name is a slice of the text, so its address gives its place.
        let line = line_at(id.name.as_ptr() as usize - text.as_ptr() as usize);
        let key = format!("{sign}{}", id.name);
        let mut message = Message {
            line,
            file: file.to_string_lossy().into_owned(),
            used: BTreeSet::new(),
            named: BTreeSet::new(),
            references: BTreeSet::new(),
        };
        let lines = comment.iter().flat_map(|comment| &comment.content);
        let variables = lines.filter_map(|line| line.trim().strip_prefix('$')?.split_once(':'));
        message
            .named
            .extend(variables.map(|(name, _)| name.trim().to_owned()));
        match value {
            Some(pattern) => message.visit(pattern),
            None => faults.push(format!("{name}: line {line}: '{key}' has no text")),
        }
        if messages.insert(key.clone(), message).is_some() {
            faults.push(format!(
                "{name}: line {line}: there is a message '{key}' already"
            ));
        }
    }
}

impl Message {
    fn visit(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.visit_expression(expression);
            }
        }
    }

    fn visit_expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.visit_inline(inline),
            Expression::Select { selector, variants } => {
                self.visit_inline(selector);
                for variant in variants {
                    self.visit(&variant.value);
                }
            }
        }
    }

    fn visit_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.used.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, .. } => {
                self.references.insert(id.name.to_owned());
            }
            InlineExpression::TermReference { id, .. } => {
                self.references.insert(format!("-{}", id.name));
            }
            InlineExpression::FunctionReference { arguments, .. } => {
                for argument in &arguments.positional {
                    self.visit_inline(argument);
                }
            }
            InlineExpression::Placeable { expression } => self.visit_expression(expression),
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        }
    }
}

/// Returns the variables of a message, including those of the messages that it references and those that its comment
/// names.
pub fn variables(messages: &Messages, key: &str) -> BTreeSet<String> {
    let mut found = used(messages, key);
    found.extend(messages.get(key).into_iter().flat_map(|m| m.named.clone()));
    found
}

fn used(messages: &Messages, key: &str) -> BTreeSet<String> {
    let (mut found, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![key]);
    while let Some(key) = open.pop() {
        // A term does not receive the variables of the message that references it.
        if let Some(message) = messages.get(key).filter(|_| seen.insert(key)) {
            let terms = |name: &&String| !name.starts_with('-');
            found.extend(message.used.iter().cloned());
            open.extend(message.references.iter().filter(terms).map(String::as_str));
        }
    }
    found
}

/// Compares a language with the reference, and returns a sentence for each error: messages that only one of them has,
/// different variables, references to missing messages. `name` is the name of the language in these sentences.
pub fn check(reference: &Messages, name: &str, language: &Messages) -> Vec<String> {
    let mut faults = Vec::new();
    for key in reference.keys().filter(|key| !key.starts_with('-')) {
        if !language.contains_key(key) {
            faults.push(format!("{name}: the message '{key}' is missing"));
        }
    }
    faults.extend(check_each(reference, name, language));
    faults
}

/// Checks a language as [`check`] does, but messages missing from the language are not errors.
pub fn check_each(reference: &Messages, name: &str, language: &Messages) -> Vec<String> {
    let mut faults = Vec::new();
    for (key, message) in language {
        let place = format!("{name}/{}.ftl: line {}", message.file, message.line);
        for other in &message.references {
            if !language.contains_key(other) {
                faults.push(format!("{place}: there is no '{other}' to refer to"));
            }
        }
        if key.starts_with('-') {
            continue;
        }
        if !reference.contains_key(key) {
            faults.push(format!("{place}: there is no message '{key}'"));
            continue;
        }
        let (found, known) = (used(language, key), variables(reference, key));
        for variable in found.difference(&known) {
            faults.push(format!("{place}: '{key}' has no variable ${variable}"));
        }
        let said = &found | &message.named;
        for variable in used(reference, key).difference(&said) {
            faults.push(format!("{place}: '{key}' does not say its ${variable}"));
        }
    }
    faults
}

/// Returns true if a file (its name without extension) belongs to an area.
pub fn belongs(file: &str, area: &str) -> bool {
    let rest = file.strip_prefix(area);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Returns the codes of the languages that have a subfolder of `root`, the reference first.
///
/// # Errors
/// The error of the operating system if the folder cannot be read.
pub fn languages(root: &Path) -> std::io::Result<Vec<String>> {
    let mut found = Vec::new();
    for path in sorted(root)?.into_iter().filter(|path| path.is_dir()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let holds_texts = sorted(&path)?.iter().any(|file| is_text(file));
        found.extend(holds_texts.then(|| name.into_owned()));
    }
    found.sort_by_key(|name| name != REFERENCE);
    Ok(found)
}

/// Returns the message files in the folder of a language, sorted by name.
///
/// # Errors
/// The error of the operating system if the folder cannot be read.
pub fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = sorted(folder)?;
    files.retain(|file| is_text(file));
    Ok(files)
}

fn is_text(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "ftl")
}

fn sorted(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<std::io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Messages {
        let (mut messages, mut faults) = (Messages::new(), Vec::new());
        read("area.ftl", text, &mut messages, &mut faults);
        assert_eq!(faults, Vec::<String>::new());
        messages
    }

    fn faults_of(text: &str) -> Vec<String> {
        let (mut messages, mut faults) = (Messages::new(), Vec::new());
        read("xx/area.ftl", text, &mut messages, &mut faults);
        faults
    }

    #[test]
    fn variables_are_those_of_the_text_of_references_and_of_the_comment() {
        let read = messages(
            "# A sentence.\n# $role: the piece\nlong = { $n ->\n    [one] { $a }\n   *[other] { short }\n }\n\
             short = { $b } { -term }\n-term = { $inner }\n",
        );
        let found: Vec<String> = variables(&read, "long").into_iter().collect();
        assert_eq!(found, ["a", "b", "n", "role"]);
        assert_eq!(read["long"].line, 3);
    }

    #[test]
    fn a_file_with_a_fault_is_refused_with_its_line() {
        let faults = faults_of("a = fine\nb = { $open\n\nc = fine\n");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(
            faults[0].starts_with("xx/area.ftl: line 2: "),
            "{}",
            faults[0]
        );
        let twice = faults_of("a = one\nb = two\na = three\n");
        assert_eq!(
            twice,
            ["xx/area.ftl: line 3: there is a message 'a' already"]
        );
    }

    #[test]
    fn a_translation_has_the_messages_and_the_variables_of_the_reference() {
        let english = messages("# $role: for grammar\na = { $x } says\nb = text\nc = { $y }\n");
        let other = messages("a = dice { $x } { $role }\nc = { $z } { d }\nd = más\n");
        let faults = check(&english, "es", &other);
        assert_eq!(
            faults,
            [
                "es: the message 'b' is missing",
                "es/area.ftl: line 2: 'c' has no variable $z",
                "es/area.ftl: line 2: 'c' does not say its $y",
                "es/area.ftl: line 3: there is no message 'd'",
            ]
        );
        let fine = messages("a = { $x } dice\nb = texto\n# $y: not said\nc = nada\n");
        assert_eq!(check(&english, "es", &fine), Vec::<String>::new());
        let lost = check_each(&english, "es", &messages("b = { -none }\n"));
        assert_eq!(
            lost,
            ["es/area.ftl: line 1: there is no '-none' to refer to"]
        );
    }

    #[test]
    fn files_belong_to_the_area_that_begins_their_name() {
        assert!(belongs("games", "games"));
        assert!(belongs("games-chess", "games"));
        assert!(!belongs("gamesome", "games"));
        assert!(!belongs("cli", "games"));
    }
}
