//! A page's scripts and styles in one piece each, to stand in the page itself: on a slow line every file
//! that a page asks for costs a round trip, and a module is asked for only when the one that imports it is
//! there.
//!
//! Scripts stay plain ES modules, to be read and checked one by one. [`script`] puts the modules that an
//! entry needs into one, each in a function of its own that returns what the module exports, so that names
//! do not meet. It understands the imports and exports that these modules use, one on a line, and refuses
//! any other by name; a test bundles every entry. The content policy names the pieces by their hashes.

use super::assets;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// Text that stands in a page, with what the content policy calls it.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// `'sha256-…'`.
    pub source: String,
}

impl Piece {
    fn new(text: String) -> Piece {
        let source = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(&text)));
        Piece { text, source }
    }
}

/// The scripts that pages begin with: `js/NAME.js`.
pub const ENTRIES: [&str; 16] = [
    "account", "common", "compose", "contest", "embed", "event", "game", "help", "lobby", "local",
    "manage", "moderate", "problem", "puzzle", "study", "watch",
];

/// The script of the service worker.
static WORKER: LazyLock<String> = LazyLock::new(|| {
    bundled("sw").unwrap_or_else(|error| {
        tracing::error!("{error}");
        String::new()
    })
});

const STYLES: [&str; 5] = ["tokens", "base", "board", "pages", "events"];

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

static STYLE: LazyLock<Piece> = LazyLock::new(|| {
    let files = STYLES.map(|name| assets::text(&format!("css/{name}.css")).unwrap_or_default());
    Piece::new(without_comments(&files.concat()))
});

/// The script of an entry; nothing of one that there is not.
pub fn script(entry: &str) -> Option<&'static Piece> {
    SCRIPTS.get(entry)
}

/// The script of the service worker, which stands in no page.
pub fn worker() -> &'static str {
    &WORKER
}

/// All of them.
pub fn scripts() -> impl Iterator<Item = &'static Piece> {
    SCRIPTS.values()
}

/// All styles.
pub fn style() -> &'static Piece {
    &STYLE
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
    /// Modules and whether they are there; those that are not are being added.
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
                let _ = writeln!(body, "{rest}");
            } else {
                // What is asked for later is a file.
                let line = line.replace("import(\"./", &format!("import(\"{}/js/", assets::base()));
                let line = line.replace("\"../", &format!("\"{}/", assets::base()));
                let _ = writeln!(body, "{line}");
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

/// The lines without indentation, empty ones and those that are only comment.
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

/// A style without its comments and indentation.
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
