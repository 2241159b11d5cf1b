//! Pictures of what people have and do: profiles with games, games by correspondence, a game whose opponent is absent,
//! zen, and boards in pages of other sites.

use super::viewers::Viewers;
use super::{LONG, resign, some_moves};
use crate::games::{meet, meet_at};
use crate::harness::{Browser, to_move, with_site, with_site_of};
use crate::pages::machine_game;
use std::time::Duration;

const PASSWORD: &str = "a long enough sentence";

/// Path of the page that a browser shows.
async fn path(browser: &Browser) -> String {
    let path = browser.js("return location.pathname").await;
    path.as_str().expect("a path").to_owned()
}

/// Two accounts play three rated games one after the other, of which the first one resigns one.
async fn rated_games(one: &Browser, other: &Browser) {
    for browser in [one, other] {
        browser.js("document.getElementById('rated').click()").await;
        browser.seek("chess", "5+3").await;
        if std::ptr::eq(browser, one) {
            browser
                .until("document.getElementById('state').dataset.state === 'waiting'")
                .await;
        }
    }
    for round in 0..3 {
        for browser in [one, other] {
            browser.at_the_board().await;
        }
        let both = [one, other];
        let white = to_move(both).await;
        both[white].moves("e2", "e4").await;
        both[1 - white].moves("c7", "c5").await;
        both[white].turn().await;
        resign(both[usize::from(round != 1)]).await;
        let before = path(one).await;
        if round < 2 {
            for browser in both {
                browser.click("#rematch").await;
            }
            for browser in both {
                browser
                    .until(&format!("location.pathname !== '{before}'"))
                    .await;
            }
        }
    }
}

#[test]
#[ignore = "makes pictures for people to look at"]
fn screenshots_of_people() {
    with_site(async |site| {
        let viewers = Viewers::start(site).await;
        let [one, other] = [site.browser(1440, 900).await, site.browser(1440, 900).await];
        one.sign_up(LONG, PASSWORD).await;
        other.sign_up("Bernardo", PASSWORD).await;
        rated_games(&one, &other).await;
        for game in ["kamisado", "rolit"] {
            machine_game(&one, game).await;
            some_moves(&one, 1).await;
            resign(&one).await;
        }
        let profile = format!("/user/{LONG}");
        viewers
            .see(Some(&one), &[("profile-own", &profile, "")])
            .await;
        viewers
            .see(
                Some(&other),
                &[
                    ("profile-other", &profile, ""),
                    ("profile-short", "/user/Bernardo", ""),
                ],
            )
            .await;
        viewers
            .see(
                None,
                &[
                    ("profile-nobody", &profile, ""),
                    ("profile-machine", "/user/M2", ""),
                ],
            )
            .await;
        for browser in [one, other] {
            browser.leave().await;
        }
        viewers.leave().await;
    });
}

#[test]
#[ignore = "makes pictures for people to look at"]
fn screenshots_of_zen_correspondence_and_embedded_boards() {
    with_site(async |site| {
        let viewers = Viewers::start(site).await;
        let mut both = [site.browser(1440, 900).await, site.browser(1440, 900).await];
        let mut games = Vec::new();
        for (game, clock) in [
            ("chess", "days"),
            ("kamisado", "259200/turn"),
            ("rolit", "days"),
            ("chess", "none"),
        ] {
            if !games.is_empty() {
                for browser in &both {
                    browser.go("/").await;
                    browser
                        .until("document.querySelector('#my-list .entry')")
                        .await;
                    browser.seek(game, clock).await;
                    tokio::time::sleep(Duration::from_millis(700)).await;
                }
                for browser in &both {
                    browser.at_the_board().await;
                }
            } else {
                both = meet_at(both, game, clock).await;
            }
            games.push(path(&both[0]).await);
        }
        both[0].go(&games[0]).await;
        both[0].at_the_board().await;
        both[0].moves("e2", "e4").await;
        viewers
            .see(
                Some(&both[0]),
                &[
                    ("correspondence", "/", ""),
                    ("correspondence-game", &games[0], ""),
                ],
            )
            .await;
        let zen = "document.documentElement.classList.contains('zen') || document.getElementById('zen').click()";
        viewers
            .see(
                Some(&both[0]),
                &[
                    ("zen-chess", &games[0], zen),
                    ("zen-kamisado", &games[1], zen),
                    ("zen-rolit", &games[2], zen),
                ],
            )
            .await;
        both[1].go(&games[3]).await;
        both[1].at_the_board().await;
        resign(&both[1]).await;
        let embedded: Vec<String> = games.iter().map(|game| format!("/embed{game}")).collect();
        viewers
            .see(
                None,
                &[
                    ("embed-chess", &embedded[0], ""),
                    ("embed-kamisado", &embedded[1], ""),
                    ("embed-rolit", &embedded[2], ""),
                    ("embed-over", &embedded[3], ""),
                    ("embed-problem", "/embed/problem/3", ""),
                    ("embed-none", "/embed/game/nothing", ""),
                ],
            )
            .await;
        viewers
            .see(Some(&both[0]), &[("zen-over", &games[3], zen)])
            .await;
        let [one, other] = both;
        for browser in [one, other] {
            browser.leave().await;
        }
        viewers.leave().await;
    });
}

#[test]
#[ignore = "makes pictures for people to look at"]
fn screenshots_of_absent_opponents() {
    for (name, config) in [
        ("claim", "claim_seconds = 1"),
        ("claim-later", "claim_seconds = 600"),
    ] {
        with_site_of(config, async |site| {
            let viewers = Viewers::start(site).await;
            let both = [site.browser(1440, 900).await, site.browser(1440, 900).await];
            let [white, black] = meet(both, "chess", "").await;
            white.moves("e2", "e4").await;
            black.reads("#moves", "e4").await;
            white.leave().await;
            let told = if name == "claim" {
                "document.getElementById('claim')"
            } else {
                "/claimed in/.test(document.getElementById('seat-top').textContent)"
            };
            black.until(told).await;
            let game = path(&black).await;
            viewers.see(Some(&black), &[(name, &game, "")]).await;
            black.leave().await;
            viewers.leave().await;
        });
    }
}
