//! Bundles of a page's scripts and of its styles, which are inlined in the page: on a slow connection every further
//! file costs a round trip, and an imported module is requested only after the module that imports it has arrived.
//!
//! The source files stay plain ES modules, to be read and checked one by one. [`script`] returns the bundle of an
//! entry, the module that a page starts with: it contains the entry and all modules that it imports, each in a function
//! of its own that returns the module's exports, so that names do not clash. The bundler understands the forms of
//! imports and exports that these modules use, one on a line, and reports any other as an error; a test bundles every
//! entry. The content policy allows the bundles by their hashes.

use super::assets;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// Inline script or style of a page, with its source expression in the content policy.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// Text of the script or style.
    pub text: String,
    /// Source expression in the content policy: `'sha256-…'`.
    pub source: String,
}

impl Piece {
    fn new(text: String) -> Piece {
        let source = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(&text)));
        Piece { text, source }
    }
}

/// Names of the modules that pages start with; their files are `js/NAME.js`.
pub const ENTRIES: [&str; 16] = [
    "account", "common", "compose", "contest", "embed", "event", "game", "help", "lobby", "local",
    "manage", "moderate", "problem", "puzzle", "study", "watch",
];

/// Pairs of an entry and a module that its script loads later, when it is needed (`await import`).
pub(crate) const LATER: [(&str, &str); 1] = [("game", "analysis")];

/// Script of the service worker; empty if it cannot be bundled.
static WORKER: LazyLock<String> = LazyLock::new(|| {
    bundled("sw").unwrap_or_else(|error| {
        tracing::error!("{error}");
        String::new()
    })
});

/// Style sheets of every page.
const STYLES: [&str; 4] = ["tokens", "base", "pages", "events"];

/// Style sheets of pages without a board, after those of every page.
const LIST_STYLES: [&str; 1] = ["lists"];

/// Style sheets of pages with a board, after those of every page.
const BOARD_STYLES: [&str; 2] = ["board", "game"];

/// Style sheets of pages on which problems are solved or made, after those of boards.
const BENCH_STYLES: [&str; 1] = ["bench"];

static SCRIPTS: LazyLock<BTreeMap<&str, Piece>> = LazyLock::new(|| {
    let piece = |entry| match bundled(entry) {
        Ok(text) => Piece::new(text),
        Err(error) => {
            tracing::error!("{error}");
            Piece::default()
        }
    };
    ENTRIES.map(|entry| (entry, piece(entry))).into()
});

static STYLE: LazyLock<Piece> = LazyLock::new(|| style_of(&STYLES));

static LIST_STYLE: LazyLock<Piece> = LazyLock::new(|| style_of(&LIST_STYLES));

static BOARD_STYLE: LazyLock<Piece> = LazyLock::new(|| style_of(&BOARD_STYLES));

static BENCH_STYLE: LazyLock<Piece> = LazyLock::new(|| style_of(&BENCH_STYLES));

/// Returns the bundled script of one of the [`ENTRIES`]; `None` for any other name.
pub fn script(entry: &str) -> Option<&'static Piece> {
    SCRIPTS.get(entry)
}

/// Returns the code of all modules that a page of one of the [`ENTRIES`] may run: those of its bundle, and those that it
/// loads later; empty for any other name.
pub fn code(entry: &str) -> String {
    let mut code = script(entry).map_or("", |piece| &piece.text).to_owned();
    for (_, later) in LATER.iter().filter(|(from, _)| *from == entry) {
        code.push_str(&bundled(later).unwrap_or_default());
    }
    code
}

/// Returns the bundled script of the service worker, which is served as a file of its own; empty if it cannot be
/// bundled.
pub fn worker() -> &'static str {
    &WORKER
}

/// Returns the bundled scripts of all [`ENTRIES`].
pub fn scripts() -> impl Iterator<Item = &'static Piece> {
    SCRIPTS.values()
}

/// Returns the bundle of the style sheets of every page.
pub fn style() -> &'static Piece {
    &STYLE
}

/// Returns the bundles of style sheets.
pub fn styles() -> impl Iterator<Item = &'static Piece> {
    [style(), list_style(), board_style(), bench_style()].into_iter()
}

/// Returns the bundle of the style sheets that pages without a board need as well.
pub fn list_style() -> &'static Piece {
    &LIST_STYLE
}

/// Returns the bundle of the style sheets that pages need as well on which problems are solved or made.
pub fn bench_style() -> &'static Piece {
    &BENCH_STYLE
}

/// Returns the bundle of the style sheets that pages with a board need as well.
pub fn board_style() -> &'static Piece {
    &BOARD_STYLE
}

fn style_of(names: &[&str]) -> Piece {
    let file = |name: &&str| assets::text(&format!("css/{name}.css")).unwrap_or_default();
    let files: Vec<_> = names.iter().map(file).collect();
    Piece::new(without_comments(&files.concat()))
}

fn bundled(entry: &str) -> Result<String, String> {
    let mut bundle = Bundle::default();
    bundle.add(entry)?;
    let out = bundle.out;
    if out.contains("</script") || out.contains("<!--") {
        Err(format!(
            "js/{entry}.js would end the element that it stands in"
        ))
    } else {
        Ok(out)
    }
}

#[derive(Default)]
struct Bundle {
    out: String,
    /// Modules by name: true for one that has been added, false for one whose imports are being added.
    modules: BTreeMap<String, bool>,
}

impl Bundle {
    fn add(&mut self, name: &str) -> Result<(), String> {
        match self.modules.get(name) {
            Some(true) => return Ok(()),
            Some(false) => return Err(format!("js/{name}.js imports itself in the end")),
            None => self.modules.insert(name.to_owned(), false),
        };
        let source = assets::text(&format!("js/{name}.js"))
            .ok_or_else(|| format!("there is no js/{name}.js"))?;
        let mut body = String::new();
        let mut exports = Vec::new();
        for line in lines_of_code(&source) {
            let odd = || format!("js/{name}.js has a line that is not understood: {line}");
            if let Some(rest) = line.strip_prefix("import ") {
                let (names, from) = rest
                    .rsplit_once('"')
                    .map_or("", |(it, _)| it)
                    .split_once('"')
                    .ok_or_else(odd)?;
                let from = from.strip_prefix("./").and_then(|f| f.strip_suffix(".js"));
                let from = from.ok_or_else(odd)?;
                self.add(from)?;
                let names = names.trim().trim_end_matches("from").trim();
                let names = names.strip_prefix("* as ").unwrap_or(names);
                if names.contains(" as ") {
                    return Err(odd());
                }
                if !names.is_empty() {
                    let _ = writeln!(body, "const {names} = $modules.{from};");
                }
            } else if let Some(rest) = line.strip_prefix("export ") {
                let kinds = ["const ", "class ", "function ", "async function "];
                let named = kinds.iter().find_map(|kind| rest.strip_prefix(kind));
                let end = |c: char| !c.is_alphanumeric() && c != '_';
                let export = named.and_then(|named| named.split(end).next());
                exports.push(export.ok_or_else(odd)?.to_owned());
                let _ = writeln!(body, "{}", with_addresses(rest));
            } else {
                let _ = writeln!(body, "{}", with_addresses(line));
            }
        }
        if self.out.is_empty() {
            self.out.push_str("const $modules = {};\n");
        }
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.out,
            "$modules.{name} = (() => {{\n{body}return {{ {} }};\n}})();",
            exports.join(", ")
        );
        self.modules.insert(name.to_owned(), true);
        Ok(())
    }
}

/// Returns a line of a script with the addresses of the files that are still loaded by themselves: those of dynamic imports, and
/// others.
fn with_addresses(line: &str) -> String {
    let base = assets::base();
    line.replace("import(\"./", &format!("import(\"{base}/js/"))
        .replace("\"../", &format!("\"{base}/"))
}

/// Returns the lines of a script that contain code, without their indentation: no empty lines, no pure comments.
fn lines_of_code(source: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    source.lines().map(str::trim).filter(move |line| {
        let begins = line.starts_with("/*");
        let ends = line.ends_with("*/");
        let comment =
            inside || line.starts_with("//") || (begins && (ends || !line.contains("*/")));
        inside = (inside || begins) && !line.contains("*/");
        !comment && !line.is_empty()
    })
}

/// Removes comments, indentation and empty lines from a style sheet.
fn without_comments(css: &str) -> String {
    let mut out = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    let lines = out.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_bundled_with_what_it_imports_once() {
        for entry in ENTRIES {
            let text = bundled(entry).expect(entry);
            assert_eq!(text.matches("$modules.dom = ").count(), 1, "{entry}");
            assert!(
                !text.contains("\nimport ") && !text.contains("\nexport "),
                "{entry}"
            );
            let open = text.matches("(() => {\n").count();
            assert!(open >= 4, "{entry}: {open} modules");
        }
        assert!(WORKER.contains(&format!("\"{}/rules.wasm\"", assets::base())));
        let game = bundled("game").expect("game");
        assert!(game.contains("const { el } = $modules.dom;"));
        assert!(game.contains("const sound = $modules.sound;"));
        assert!(game.contains(&format!("import(\"{}/js/analysis.js\")", assets::base())));
        assert!(game.contains(&format!("= \"{}/rules.wasm\";", assets::base())));
    }

    #[test]
    fn what_would_be_bundled_wrongly_is_in_no_script() {
        for path in assets::paths().filter(|path| path.ends_with(".js")) {
            let text = assets::text(&path).expect("a text");
            for line in text.lines() {
                // Lines lose their indentation, which within a text would be part of it.
                assert_eq!(line.matches('`').count() % 2, 0, "{path}: {line}");
                assert!(!line.contains("import.meta"), "{path}: {line}");
            }
        }
    }

    #[test]
    fn comments_go_and_code_stays() {
        let source = "// a\n/** b */\n  const c = /** @type {D} */ (e);\n/**\n * f\n */\ng(); // h\n\n/* i */";
        let kept: Vec<&str> = lines_of_code(source).collect();
        assert_eq!(kept, ["const c = /** @type {D} */ (e);", "g(); // h"]);
        assert_eq!(
            without_comments("a { b: c }\n/* d\n e */\n  f { g: h }\n"),
            "a { b: c }\nf { g: h }"
        );
    }

    #[test]
    fn pieces_have_the_hash_that_browsers_compute() {
        // Of the specification of the content policy, level 3.
        let piece = Piece::new("doSomething();".to_owned());
        assert_eq!(
            piece.source,
            "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='"
        );
    }
}
