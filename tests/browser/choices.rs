//! What is chosen in the lobby: starts, clocks, colours, teams; and that it is kept.

use crate::games::meet;
use crate::harness::{Browser, with_site};
use crate::pages::{begins, from_position, rolit_room};
use serde_json::json;

/// Opens a game by link, and gives the link.
async fn challenges(browser: &Browser) -> String {
    browser
        .until("document.getElementById('state').dataset.state === 'connected'")
        .await;
    browser.click("#way-private summary").await;
    browser.click("#challenge").await;
    browser.at_the_board().await;
    let path = browser.js("return location.pathname").await;
    path.as_str().expect("a path").to_owned()
}

#[test]
fn two_people_begin_from_a_position_on_a_clock_of_their_own() {
    with_site(async |site| {
        let host = site.browser(1280, 900).await;
        host.arrive("Ann Example").await;
        from_position(&host, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").await;
        // By lot one plays from the beginning.
        host.click("#quick").await;
        host.reads("#play-error", "by link or against a machine")
            .await;
        host.js("document.querySelector('input[name=clock][value=own]').click(); document.querySelector('input[name=color][value=\"1\"]').click()")
            .await;
        host.write("#minutes", "400").await;
        host.click("#way-private summary").await;
        host.click("#challenge").await;
        host.reads("#play-error", "Minutes").await;
        host.write("#minutes", "2.5").await;
        host.write("#seconds", "7").await;
        host.click("#challenge").await;
        host.at_the_board().await;
        let path = host.js("return location.pathname").await;
        let guest = site.browser(390, 844).await;
        guest.arrive("Bernardo").await;
        guest.go(path.as_str().expect("a path")).await;
        guest.click(".gather-seat .free button").await;
        guest.moves("e2", "e4").await;
        host.moves("e8", "e7").await;
        host.until("document.querySelectorAll('#board .piece').length === 3")
            .await;
        host.reads(".clock", "2:3").await;
        // The choices are kept.
        host.go("/").await;
        let kept = host
            .js("return ['begins', 'minutes', 'seconds', 'position'].map((id) => document.getElementById(id).value).join('|') + '|' + document.querySelector('input[name=clock]:checked').value + document.querySelector('input[name=color]:checked').value")
            .await;
        assert_eq!(
            kept,
            json!("position|2.5|7|4k3/8/8/8/8/8/4P3/4K3 w - - 0 1|own1")
        );
    });
}

#[test]
fn chess960_is_played_between_people_from_a_start_that_is_drawn() {
    with_site(async |site| {
        let browsers = [site.browser(1280, 900).await, site.browser(390, 844).await];
        let chosen = "const begins = document.getElementById('begins'); begins.value = 'chess960'; \
                      begins.dispatchEvent(new Event('change', { bubbles: true }))";
        let [white, black] = meet(browsers, "chess", chosen).await;
        let ranks = "return [1, 8].map((rank) => [...'abcdefgh'].map((file) => document.querySelector(`[data-cell=${file}${rank}] use`).getAttribute('href')).join(''))";
        let found = white.js(ranks).await;
        assert_eq!(found[0], found[1]);
        assert_eq!(black.js(ranks).await, found);
        // A pawn's move is legal whatever the start.
        white.moves("a2", "a4").await;
        black.reads("#moves", "a4").await;
        let watcher = site.browser(1280, 900).await;
        watcher.go("/watch").await;
        watcher.reads("#games", "Chess960").await;
        // Other games have no such start.
        watcher.go("/").await;
        begins(&watcher, "chess960").await;
        watcher
            .js("document.querySelector('input[name=game][value=rolit]').click()")
            .await;
        watcher
            .until("document.getElementById('begins').value === 'usual'")
            .await;
    });
}

#[test]
fn a_rated_game_by_link_is_between_accounts_and_from_the_beginning() {
    with_site(async |site| {
        let host = site.browser(1280, 900).await;
        host.sign_up("Hostess", "a long enough sentence").await;
        host.click("#rated").await;
        begins(&host, "chess960").await;
        host.click("#way-private summary").await;
        host.click("#challenge").await;
        host.reads("#play-error", "rated").await;
        begins(&host, "usual").await;
        host.click("#way-private summary").await;
        let path = challenges(&host).await;
        let guest = site.browser(390, 844).await;
        guest.arrive("Bernardo").await;
        guest.go(&path).await;
        guest.click(".gather-seat .free button").await;
        guest.reads(".toast", "account").await;
    });
}

#[test]
fn a_rolit_room_has_one_seat_for_me_and_teams_of_any_size() {
    with_site(async |site| {
        let host = site.browser(1280, 900).await;
        host.arrive("Ann Example").await;
        rolit_room(&host, 3).await;
        let choose = "const seats = [...document.querySelectorAll('#rolit-seats li')]; \
            const choose = (select, value) => { select.value = value; select.dispatchEvent(new Event('change', { bubbles: true })); };";
        host.js(&format!(
            "{choose} choose(seats[2].querySelector('.who-sits'), 'me'); \
             seats.forEach((seat, index) => choose(seat.querySelectorAll('select')[1], index < 2 ? '1' : '2'))"
        ))
        .await;
        let who = host
            .js("return [...document.querySelectorAll('.who-sits')].map((select) => select.value)")
            .await;
        assert_eq!(who, json!(["open", "open", "me"]));
        host.click("#rolit").await;
        host.at_the_board().await;
        host.until("document.querySelectorAll('.gather-seat').length === 3")
            .await;
        host.reads("#gather", "team 2").await;
    });
}
