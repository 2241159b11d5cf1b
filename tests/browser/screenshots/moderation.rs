//! Pictures of the administrators' page, and of reports.

use super::LONG;
use super::viewers::{Viewers, post};
use crate::games::meet;
use crate::harness::with_site;
use serde_json::json;

const PASSWORD: &str = "a long enough sentence";

#[test]
#[ignore = "makes pictures for people to look at"]
fn screenshots_of_moderation() {
    with_site(async |site| {
        let viewers = Viewers::start(site).await;
        let [chief, other] = [site.browser(820, 900).await, site.browser(820, 900).await];
        chief.sign_up("Chief", PASSWORD).await;
        other.sign_up(LONG, PASSWORD).await;
        site.run(&["user", "administrator", "Chief"]);
        let none =
            ["", "?show=users&q=zzzz", "?show=games"].map(|query| format!("/moderation{query}"));
        viewers
            .see(
                Some(&chief),
                &[
                    ("moderation-none", &none[0], ""),
                    ("moderation-users-none", &none[1], ""),
                    ("moderation-games-none", &none[2], ""),
                ],
            )
            .await;
        let players = [site.browser(820, 900).await, site.browser(820, 900).await];
        let [white, black] = meet(players, "chess", "").await;
        white.moves("e2", "e4").await;
        white
            .write(
                "#chat-input",
                "You play like a machine, and everybody here can see it.",
            )
            .await;
        white.click("#chat-form button").await;
        black.reads("#chat-lines", "machine").await;
        black
            .js("[...document.querySelectorAll('#chat-lines .tools button')].at(-1).click()")
            .await;
        black.write("#report-why", "an insult").await;
        black.click("dialog .button.main").await;
        black.reads(".toast", "eport").await;
        let game = black.js("return location.pathname").await;
        let game = game.as_str().expect("a path").to_owned();
        let room = game.replace("/game/", "");
        let report = json!({"subject": "game", "about": room, "why": "somebody else's moves"});
        post(&black, "/api/report", &report).await;
        let why = "a reason that is written without a space ".to_owned() + &"w".repeat(150);
        let report = json!({"subject": "profile", "about": LONG, "why": why});
        post(&chief, "/api/report", &report).await;
        for name in ["Berta", "Bert"] {
            let browser = site.browser(820, 900).await;
            browser.sign_up(name, PASSWORD).await;
            browser.leave().await;
        }
        let ban = json!({"name": "Berta", "why": "reports for fun", "days": "3"});
        post(&chief, "/api/moderation/ban", &ban).await;
        let open = "document.querySelectorAll('details').forEach((it) => { it.open = true; })";
        viewers
            .see(
                Some(&chief),
                &[
                    ("moderation-reports", "/moderation", ""),
                    ("moderation-users", "/moderation?show=users&q=", ""),
                    ("moderation-user", "/moderation?show=users&q=bert", open),
                    ("moderation-games", "/moderation?show=games", ""),
                    ("moderation-log", "/moderation?show=log", ""),
                ],
            )
            .await;
        let ask = "document.querySelector('[data-report]').click()";
        viewers
            .see(
                Some(&other),
                &[
                    ("report-profile", "/user/Chief", ask),
                    ("report-game", &game, ask),
                ],
            )
            .await;
        for browser in [chief, other, white, black] {
            browser.leave().await;
        }
        viewers.leave().await;
    });
}
