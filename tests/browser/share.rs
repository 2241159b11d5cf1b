//! Boards in pages of other sites.

use crate::harness::{Browser, axe, with_site};
use crate::pages::faults;
use crate::screenshots::look;
use serde_json::json;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};

/// Another site, whose one page has two frames.
fn other_site(frames: [String; 2]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    let frame = |src: &String| format!("<iframe src='{src}' width=360 height=480></iframe>");
    let body = format!(
        "<!doctype html><title>School</title>{}{}",
        frame(&frames[0]),
        frame(&frames[1])
    );
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let _ = stream.read(&mut [0; 4096]);
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    address
}

/// The board of a frame, which is stepped through.
async fn stepped(browser: &Browser) {
    browser
        .until("document.querySelectorAll('.cell .piece').length === 32")
        .await;
    browser.reads("#made", "3/3").await;
    browser
        .until("document.querySelector('[data-cell=f3] .piece')")
        .await;
    browser.click("#back").await;
    browser.reads("#made", "2/3").await;
    browser.until("document.querySelector('[data-cell=g1] .piece') && !document.querySelector('[data-cell=f3] .piece')").await;
    assert_eq!(browser.js("return document.cookie").await, json!(""));
    let wide = "return document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight";
    assert_eq!(browser.js(wide).await, json!(true));
}

#[test]
fn a_game_stands_in_a_page_of_another_site_and_the_site_itself_does_not() {
    with_site(async |site| {
        let browsers = [site.browser(1000, 800).await, site.browser(1000, 800).await];
        let browsers = crate::games::meet(browsers, "chess", "").await;
        let white = crate::harness::to_move([&browsers[0], &browsers[1]]).await;
        for (ply, (from, to)) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3")]
            .into_iter()
            .enumerate()
        {
            let mover = &browsers[white ^ (ply % 2)];
            mover.turn().await;
            mover.moves(from, to).await;
        }
        browsers[0]
            .until("document.querySelectorAll('.ply').length === 3")
            .await;
        let path = browsers[0].js("return location.pathname").await;
        let path = path.as_str().expect("a path").to_owned();
        let address = other_site([
            format!("{}/embed{path}", site.url),
            format!("{}/problems", site.url),
        ]);
        let reader = site.browser(800, 600).await;
        reader
            .client
            .goto(&format!("http://{address}/"))
            .await
            .expect("the other site");
        reader.client.enter_frame(0).await.expect("a frame");
        stepped(&reader).await;
        reader.client.enter_parent_frame().await.expect("the page");
        reader.client.enter_frame(1).await.expect("a frame");
        let own = reader
            .js("return document.querySelector('.brand') === null")
            .await;
        assert_eq!(own, json!(true), "a page of the site stands in a frame");
        reader.client.enter_parent_frame().await.expect("the page");
        // By itself it is a page that can be read by everybody.
        if let Some(axe) = axe() {
            reader.go(&format!("/embed{path}")).await;
            reader.reads("#made", "3/3").await;
            assert_eq!(faults(&reader, &axe, "embed").await, Vec::<String>::new());
        }
        for browser in browsers {
            browser.leave().await;
        }
        reader.leave().await;
    });
}

#[test]
fn a_game_that_is_played_is_followed_in_a_page_of_another_site() {
    with_site(async |site| {
        let browsers = [site.browser(1000, 800).await, site.browser(1000, 800).await];
        let [black, white] = crate::games::meet(browsers, "kamisado", "").await;
        let path = black.js("return location.pathname").await;
        let path = path.as_str().expect("a path").to_owned();
        let frame = format!("{}/embed{path}", site.url);
        let address = other_site([frame.clone(), frame]);
        let reader = site.browser(800, 600).await;
        reader
            .client
            .goto(&format!("http://{address}/"))
            .await
            .expect("the other site");
        reader.client.enter_frame(0).await.expect("a frame");
        reader
            .until("document.querySelectorAll('.cell .piece').length === 16")
            .await;
        reader.js("window.mark = 1").await;
        // Both frames are spectators, whom the players see.
        black.reads("#spectators", "2").await;
        black.moves("c1", "c6").await;
        reader.reads("#made", "1/1").await;
        reader
            .until("document.querySelector('[data-cell=c6] .piece')")
            .await;
        reader.reads("#about", "1").await;
        // Whoever looks at an earlier move stays there.
        reader.click("#first").await;
        white.moves("a8", "a7").await;
        reader.reads("#about", "2").await;
        reader
            .until("!document.querySelector('[data-cell=c6] .piece')")
            .await;
        reader.click("#last").await;
        reader.reads("#made", "2/2").await;
        black.moves("c6", "a8").await;
        reader.reads("#made", "3/3").await;
        reader.reads("#about", "Black wins").await;
        let kept = reader.js("return window.mark").await;
        assert_eq!(kept, json!(1), "it was not loaded again");
        look(&reader, "followed").await;
        for browser in [black, white, reader] {
            browser.leave().await;
        }
    });
}
