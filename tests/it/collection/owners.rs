//! Whose a room is, among the processes of a site.

use crate::databases::on_each;
use store::games::{Append, NewGame, SeatRow, Seating, Visibility};

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
            let lives = collection
                .processes()
                .report_alive(process, 60_000, 0)
                .await;
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
        let ends = collection.processes().remove("three").await;
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

/// A statement that a server keeps is kept with the types of its values: those of a missing one must be those of any other.
#[test]
fn players_with_and_without_a_rating_sit_down_on_one_connection() {
    on_each(async |collection| {
        let mut game = room("one");
        for number in 0..40 {
            game.id = format!("room-{number}");
            let rating = (number % 2 == 1).then_some(1500.5);
            let row = SeatRow {
                seat: 0,
                who: Some("g1".to_owned()),
                name: "Ana".to_owned(),
                level: None,
                user: None,
                rating,
                rating_after: None,
                picture: None,
            };
            let event = Append {
                game: game.id.clone(),
                number: 1,
                event: "{}".to_owned(),
                at: 1,
                begins: false,
                seating: vec![Seating::Sits(row)],
                ended: None,
            };
            let made = collection.games().create(&game, &[event], None).await;
            assert!(made.expect("a room with a player"));
            let seats = collection.games().get(&game.id).await.expect("an answer");
            let seats = seats.expect("the room").seats;
            assert_eq!(seats[0].rating, rating);
        }
    });
}
