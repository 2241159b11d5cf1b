//! Saved games that are damaged: refused with the line that is wrong.

use super::{Folder, TEAMS};

#[test]
fn a_damaged_file_is_refused_with_the_line_that_is_wrong() {
    let folder = Folder::new("damaged");
    let (_, status) = folder.run(&format!("{TEAMS} --seed 1 --save game.json"), "");
    assert_eq!(status, Some(0));
    let text = std::fs::read_to_string(folder.file("game.json")).expect("there");
    let lines: Vec<&str> = text.lines().collect();
    let line = |what: &str| 1 + lines.iter().position(|l| l.contains(what)).expect(what);
    let moves = line("\"moves\"");
    let tenth = lines[moves + 9].trim().trim_matches([',', '"']);
    let edited = |line: usize, from: &str, to: &str| {
        assert!(lines[line - 1].contains(from), "{}", lines[line - 1]);
        let changed = lines[line - 1].replacen(from, to, 1);
        let before = lines[..line - 1].iter().copied();
        let after = lines[line..].iter().copied();
        before
            .chain([changed.as_str()])
            .chain(after)
            .collect::<Vec<_>>()
            .join("\n")
            + "\n"
    };
    let second = line("\"color\": \"Y\"");
    let (variant, rules, start) = (line("variant"), line("\"rules\""), line("start"));
    let (shape, size, result) = (line("\"shape\""), line("\"size\""), line("\"result\""));
    let cases = [
        (String::new(), 1, "the file breaks off here"),
        ("\n\nno game".to_owned(), 3, "this is not JSON"),
        ("[]\n".to_owned(), 1, "this is not a saved game"),
        (
            lines[..moves + 5].join("\n"),
            moves + 5,
            "the file breaks off here",
        ),
        (text.clone() + "x", lines.len() + 1, "this is not JSON"),
        (edited(moves + 3, ",", ""), moves + 4, "this is not JSON"),
        (edited(moves + 3, "\"", ""), moves + 3, "this is not JSON"),
        (
            edited(variant, "rolit", "ludo"),
            variant,
            "'ludo' is not a game",
        ),
        (
            edited(variant, "rolit", "chess"),
            rules,
            "the rules 'students': chess has standard or chess960",
        ),
        (
            edited(rules, "students", "official"),
            rules,
            "the rules 'official': the start says students",
        ),
        (
            edited(shape, "circle", "square"),
            shape,
            "the shape 'square': the start says circle",
        ),
        (
            edited(size, "small", "medium"),
            size,
            "the size 'medium': the start says small",
        ),
        (
            edited(start, "RYGB:", "RYGQ:"),
            start,
            "is not a Rolit position",
        ),
        (
            edited(start, "RG/YB", "RY/GB"),
            second + 2,
            "player 2: the team is given as 2",
        ),
        (
            edited(second, "Y", "X"),
            second,
            "player 2: the colour is given as 'X'",
        ),
        (
            edited(second, "Y", "B"),
            second,
            "player 2: the colour is given as 'B'",
        ),
        (
            edited(second + 1, "medium", "genius"),
            second + 1,
            "player 2: 'genius' is not person",
        ),
        (
            edited(second + 2, "2", "1"),
            second + 2,
            "player 2: the team is given as 1",
        ),
        (
            edited(second + 2, "2", "\"2\""),
            second + 2,
            "invalid type: string \"2\"",
        ),
        (
            edited(second - 1, "Atalaya", "\\u001b[2J"),
            second - 1,
            "no control characters",
        ),
        (
            edited(second, "color", "colour"),
            second,
            "unknown field `colour`",
        ),
        (
            edited(second - 1, "\"name\": \"Atalaya, level medium\",", ""),
            second + 1,
            "player 2: a level without a name",
        ),
        (
            edited(start, lines[start - 1].trim(), ""),
            lines.len(),
            "missing field `start`",
        ),
        (
            edited(moves + 10, tenth, "z9"),
            moves + 10,
            "move 10: 'z9' is outside",
        ),
        (
            edited(
                moves + 11,
                lines[moves + 10].trim(),
                &format!("\"{tenth}\","),
            ),
            moves + 11,
            "is occupied by",
        ),
        (
            edited(moves + 1, lines[moves].trim(), "\"e5\", \"e6\",\n\"a1\","),
            moves + 2,
            "move 3: 'a1' is not a cell that can be played",
        ),
        (
            edited(moves + 61, lines[moves + 60].trim(), ""),
            moves + 62,
            "this is not JSON",
        ),
        (
            edited(result, "result", "score"),
            result,
            "unknown field `score`",
        ),
        (
            edited(line("reason"), "board full", "checkmate"),
            result,
            "another result is given",
        ),
    ];
    for (damaged, line, why) in cases {
        std::fs::write(folder.file("bad.json"), &damaged).expect("written");
        for command in ["replay bad.json --all", "play --load bad.json"] {
            let (out, status) = folder.run(command, "");
            assert_eq!(status, Some(2), "{out}");
            assert_eq!(out.lines().count(), 1, "{out}");
            let place = format!("atalaya: bad.json: line {line}: ");
            assert!(out.starts_with(&place) && out.contains(why), "{why}: {out}");
        }
        let kept = std::fs::read_to_string(folder.file("bad.json")).expect("there");
        assert_eq!(kept, damaged, "a refused file is left as it was");
    }
    std::fs::write(folder.file("bad.json"), b"{\n\"variant\": \"\xff\"").expect("written");
    let (out, status) = folder.run("replay bad.json", "");
    assert!(
        status == Some(2) && out.contains("line 2: this is not UTF-8"),
        "{out}"
    );
    let (out, status) = folder.run("replay none.json", "");
    assert!(
        status == Some(2) && out.contains("cannot read none.json: "),
        "{out}"
    );
}
