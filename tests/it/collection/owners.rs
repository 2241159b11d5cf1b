//! Whose a room is, among the processes of a site.

use crate::databases::on_each;
use store::games::{NewGame, Visibility};

fn room(owner: &str) -> NewGame {
    let text = |text: &str| text.to_owned();
    NewGame {
        id: format!("room-of-{owner}"),
        variant: text("chess"),
        start: text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        settings: text("{}"),
        options: text("{}"),
        clock: text("none"),
        rated: false,
        visibility: Visibility::Open,
        host: text("g1"),
        owner: owner.to_owned(),
        created: 1,
    }
}

#[test]
fn a_room_is_taken_over_once_and_only_from_a_process_that_does_not_live() {
    on_each(async |collection| {
        for process in ["one", "two", "three"] {
            let lives = collection.processes().lives(process, 60_000, 0).await;
            lives.expect("it lives");
        }
        let game = room("three");
        let made = collection.games().create(&game, &[], None).await;
        assert!(made.expect("a room"));
        let take = async |owner: &str| {
            let taken = collection
                .processes()
                .take_game(&game.id, "three", owner)
                .await;
            taken.expect("an answer")
        };
        let orphans = async || {
            let orphans = collection.processes().orphaned_games("one").await;
            orphans.expect("a list").len()
        };
        // Whoever has not heard of the third process yet does not get its rooms.
        assert!(
            collection
                .processes()
                .is_alive("three")
                .await
                .expect("known")
        );
        assert!(!take("one").await);
        assert_eq!(orphans().await, 0);
        let ends = collection.processes().ends("three").await;
        ends.expect("it ends");
        assert!(
            !collection
                .processes()
                .is_alive("three")
                .await
                .expect("known")
        );
        assert_eq!(orphans().await, 1);
        assert!(take("two").await);
        assert!(!take("one").await);
        assert_eq!(orphans().await, 0);
        let row = collection.games().get(&game.id).await.expect("an answer");
        assert_eq!(row.map(|row| row.game.owner).as_deref(), Some("two"));
    });
}
