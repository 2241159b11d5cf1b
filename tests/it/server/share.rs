//! What other sites show of pages: Open Graph tags, pictures, boards in frames.

use crate::site::{Site, on_each_site, two};
use serde_json::json;

/// A game of chess that has ended.
async fn finished(site: &Site) -> String {
    let wish = json!({"game": "chess", "clock": "none", "seats": ["me", "open"]});
    let mut pages = two(site, ["Ana", "Berta"], wish).await;
    for (ply, text) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        pages[ply % 2].play(text).await;
        for page in &mut pages {
            page.until_moved(ply).await;
        }
    }
    pages[0].id()
}

/// The value of a property of Open Graph.
fn property(page: &str, name: &str) -> String {
    let begin = format!("<meta property=\"og:{name}\" content=\"");
    let (_, rest) = page.split_once(&begin).expect(name);
    rest.split('"').next().expect("an end").to_owned()
}

#[test]
fn a_game_says_what_others_show_of_it_and_has_its_picture() {
    on_each_site(async |site, _| {
        let room = finished(site).await;
        let (_, page) = site.get(&format!("/game/{room}?lang=en")).await;
        let page = page.as_str().expect("a page");
        let here = format!("http://{}/game/{room}", site.address);
        assert_eq!(property(page, "url"), here);
        assert_eq!(property(page, "title"), "Ana – Berta · Chess");
        assert!(
            property(page, "description").contains("checkmate"),
            "{page}"
        );
        assert_eq!(property(page, "image"), format!("{here}/position.png"));
        assert!(page.contains(&format!("{here}/animation.svg")));
        let path = format!("/game/{room}/position.png");
        let (status, head, body) = site.request("GET", &path, &[], "").await;
        let head = head.to_lowercase();
        assert_eq!(status, 200, "{head}");
        for line in [
            "content-type: image/png",
            "cache-control: public, max-age=86400",
            "cross-origin-resource-policy: cross-origin",
        ] {
            assert!(head.contains(line), "{line} {head}");
        }
        assert!(body.contains("IHDR"), "{}", body.len());
        let path = format!("/game/{room}/animation.svg?lang=es");
        let (status, head, body) = site.request("GET", &path, &[], "").await;
        assert_eq!(status, 200);
        assert!(head.to_lowercase().contains("content-type: image/svg+xml"));
        assert!(body.contains(">4. Berta: Dh4#<") && body.contains("<animate "));
        for path in [
            "/game/nowhere/position.png",
            "/user/Nobody/picture.png",
            "/problems/99999/position.png",
        ] {
            assert_eq!(site.get(path).await.0, 404, "{path}");
        }
    });
}

#[test]
fn a_profile_has_its_piece_as_picture() {
    on_each_site(async |site, _| {
        site.account("Ana").await;
        let (_, page) = site.get("/user/Ana?lang=es").await;
        let page = page.as_str().expect("a page");
        assert_eq!(property(page, "type"), "profile");
        assert_eq!(property(page, "title"), "Ana");
        assert_eq!(property(page, "description"), "0 puntos por problemas");
        let (status, _, body) = site.request("GET", "/user/Ana/picture.png", &[], "").await;
        assert!(status == 200 && body.contains("IHDR"));
    });
}

#[test]
fn boards_alone_may_stand_in_frames_of_others_and_set_no_cookies() {
    on_each_site(async |site, _| {
        let room = finished(site).await;
        let framed = [
            (format!("/embed/game/{room}"), 200, "Ana – Berta"),
            (
                "/embed/position?fen=4k3/8/8/8/8/8/8/4K2R%20w%20K%20-%200%201".to_owned(),
                200,
                "4k3",
            ),
            (
                "/embed/position?variant=kamisado".to_owned(),
                200,
                "kamisado",
            ),
            (
                "/embed/position?fen=4k3/8 w".replace(' ', "%20"),
                400,
                "notice bad",
            ),
            ("/embed/position?variant=go".to_owned(), 404, "notice bad"),
            ("/embed/game/nowhere".to_owned(), 404, "notice bad"),
            ("/embed/problem/99999".to_owned(), 404, "notice bad"),
        ];
        for (path, expected, words) in framed {
            let (status, head, body) = site.request("GET", &path, &[], "").await;
            let head = head.to_lowercase();
            assert_eq!(status, expected, "{path}");
            assert!(body.contains(words), "{path}: {body}");
            assert!(head.contains("frame-ancestors *"), "{path} {head}");
            assert!(
                !head.contains("x-frame-options") && !head.contains("set-cookie"),
                "{head}"
            );
        }
        for path in ["/".to_owned(), format!("/game/{room}"), "/embed".to_owned()] {
            let (_, head, _) = site.request("GET", &path, &[], "").await;
            let head = head.to_lowercase();
            assert!(head.contains("frame-ancestors 'none'"), "{path} {head}");
            assert!(head.contains("x-frame-options: deny"), "{path} {head}");
        }
    });
}

#[test]
fn machines_that_read_the_web_find_their_file_at_the_top() {
    on_each_site(async |site, _| {
        let (status, head, body) = site.request("GET", "/robots.txt", &[], "").await;
        assert!(status == 200 && head.to_lowercase().contains("content-type: text/plain"));
        assert!(
            body.starts_with("User-agent: *\nDisallow: /api/\n"),
            "{body}"
        );
    });
}

#[test]
fn a_problem_says_its_task_and_has_its_picture_and_its_board() {
    on_each_site(async |site, _| {
        let (_, page) = site.get("/problems/1?lang=en").await;
        let page = page.as_str().expect("a page");
        assert!(
            property(page, "title").starts_with("Problem 1 · "),
            "{page}"
        );
        assert!(property(page, "description").contains("mates in"), "{page}");
        let path = "/problems/1/position.png";
        let (status, _, body) = site.request("GET", path, &[], "").await;
        assert!(status == 200 && body.contains("IHDR"));
        let (status, _, body) = site.request("GET", "/embed/problem/1", &[], "").await;
        assert!(
            status == 200 && body.contains("\"game\":\"chess\""),
            "{body}"
        );
    });
}
