//! Entries of YACPDB: fields that are kept, and documents that are refused by their lines.

use super::*;

const YAML: &str = r##"authors:
  - Loyd, Sam
  - Cook, Eugene B.
source:
  name: American Chess Journal
  volume: 2
  date:
    year: 1878
    month: 11
algebraic:
  white: [Kb6, Rh1]
  black: [Ka8]
stipulation: "#1"
options:
  - SetPlay
keywords:
  - Miniature
award:
  tourney:
    name: none
  distinction: 1st Prize
solution: |
  1.Rh1-h8 #

  and: more
rating: 3.5
"##;

#[test]
fn yacpdb_keeps_what_it_does_not_know() {
    let draft = only(YAML, Format::Yacpdb);
    assert_eq!(draft.author, "Sam Loyd, Eugene B. Cook");
    assert_eq!(draft.source, "American Chess Journal 2, 11/1878");
    assert_eq!(draft.tags, ["Miniature"]);
    let kept = draft.extra["yacpdb"].as_object().expect("keys");
    assert_eq!(kept["award"]["distinction"], "1st Prize");
    assert_eq!(kept["solution"], "1.Rh1-h8 #\n\nand: more\n");
    let back = comes_back(&draft, Format::Yacpdb);
    assert!(back.contains("Loyd, Sam"), "{back}");
    // The same as JSON is the same problem.
    let value: Value = serde_saphyr::from_str(YAML).expect("YAML");
    let text = serde_json::to_string_pretty(&json!([value])).expect("JSON");
    assert_eq!(
        Format::detect(Some(Path::new("a.json")), text.as_bytes()),
        Format::Yacpdb
    );
    assert_eq!(only(&text, Format::Yacpdb), draft);
    let warnings = write(
        &[Outgoing {
            draft: &draft,
            keys: &[],
        }],
        Format::Epd,
    )
    .warnings;
    let names: Vec<&str> = warnings
        .iter()
        .map(|warning| warning.what.as_str())
        .collect();
    let expected = [
        "authors", "award", "options", "rating", "solution", "source",
    ];
    assert_eq!(names, expected.map(|name| format!("yacpdb.{name}")));
}

#[test]
fn bad_documents_are_named_by_their_lines() {
    let bad = |from: &str, to: &str| YAML.replace(from, to);
    let documents = [
        bad("\"#1\"", "#1"),
        bad("Rh1", "XYh1"),
        bad("\"#1\"", "\"q#2\""),
        bad("  black: [Ka8]", "  black: [Ka8]\n  halfneutral: [Sd4]"),
        bad("options:\n  - SetPlay", "conditions:\n  - Cirque"),
        bad("options:\n  - SetPlay", "twins:\n  c: Move a8 a7"),
        bad("[Kb6, Rh1]", "[Kb6, Rh1"),
        YAML.to_owned(),
    ];
    let text = documents.join("---\n");
    let found = entries(&text, Format::Yacpdb);
    let complaints = [
        "it is not said in how many moves there is a mate; --moves N says it (in YAML a # ",
        "'XYh1': 'XY' is no piece of chess",
        "bad stipulation 'q#2'",
        "halfneutral pieces are not understood",
        "'Cirque' is no condition",
        "twins are not understood",
        "no YAML: ",
        "",
    ];
    assert_eq!(found.len(), complaints.len());
    let mut line = 1;
    for ((found, document), complaint) in found.iter().zip(&documents).zip(complaints) {
        let next = line + document.lines().count() + 1;
        match complaint {
            "no YAML: " => assert!((line..next).contains(&found.0), "{found:?}"),
            _ => assert_eq!(found.0, line),
        }
        line = next;
        match &found.1 {
            Ok(_) => assert_eq!(complaint, ""),
            Err(why) => assert!(!complaint.is_empty() && why.starts_with(complaint), "{why}"),
        }
    }
}
