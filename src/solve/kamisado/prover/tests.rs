//! A table that lies.

use super::*;

#[test]
fn a_false_entry_is_an_answer_unknown_and_does_not_stay() {
    let mut prover = Prover::new(1).expect("1 MB");
    let lost = "1S1PR1M1/3N1A2/3m2ZV/8/2n3a1/7z+/s1p2v2/3r4 b z 0 9";
    let lost = Position::parse(lost).expect("legal");
    let mut never = |_| false;
    let truth = prover.solve(&lost, &mut never).expect("solved").value;
    prover.clear();
    let lie = TableEntry {
        wins: 5,
        ..TableEntry::NOTHING
    };
    let state = State::of(&lost);
    // As if this round had been asked about before.
    prover.round = Some((lost.ranks(), lost.deadlock()));
    prover.table.put(state, lie);
    let found = prover.solve(&lost, &mut never);
    assert!(
        matches!(found, Err(Unknown::Contradiction { .. })),
        "{found:?}"
    );
    let again = prover.solve(&lost, &mut never).map(|s| s.value);
    assert_eq!(again, Ok(truth));
}
