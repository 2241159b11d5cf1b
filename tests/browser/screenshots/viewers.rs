//! Browsers of several widths, in which pages are seen as one of the people of a test sees them.

use super::{chosen_looks, chosen_sizes, take_all};
use crate::harness::{Browser, Site};
use crate::pages::choose;
use serde_json::{Value, json};

/// Name of a picture, path of its page, and a script that is run in the page before.
pub type Page<'a> = (&'a str, &'a str, &'a str);

/// The page is drawn, and connected where it connects.
const DRAWN: &str = "document.querySelector('#state:not([data-state=disconnected]), .embed') \
    && !document.querySelector('.loading, .skeleton') && (!document.getElementById('board') || document.querySelector('#board .cell'))";

/// Browsers of the chosen widths.
pub struct Viewers(Vec<(u32, Browser)>);

impl Viewers {
    /// Starts them.
    pub async fn start(site: &Site) -> Viewers {
        let mut viewers = Vec::new();
        for (width, height) in chosen_sizes() {
            viewers.push((width, site.browser(width, height).await));
        }
        Viewers(viewers)
    }

    /// Takes pictures of pages in every chosen look, as a person sees them, or somebody without a name.
    pub async fn see(&self, person: Option<&Browser>, pages: &[Page<'_>]) {
        for (width, viewer) in &self.0 {
            viewer.go("/").await;
            viewer.js("localStorage.clear()").await;
            let client = &viewer.client;
            client.delete_all_cookies().await.expect("no cookies");
            if let Some(person) = person {
                let cookies = person.client.get_all_cookies().await;
                for cookie in cookies.expect("cookies") {
                    client.add_cookie(cookie).await.expect("a cookie");
                }
                viewer.go("/").await;
            }
            for [theme, lang] in chosen_looks() {
                choose(viewer, theme, lang).await;
                // Embedded boards know no preferences.
                let media = json!({"features": [{"name": "prefers-color-scheme", "value": theme}]});
                viewer.chromium("Emulation.setEmulatedMedia", media).await;
                for (name, path, script) in pages {
                    let separator = if path.contains('?') { '&' } else { '?' };
                    viewer.go(&format!("{path}{separator}lang={lang}")).await;
                    viewer.until(DRAWN).await;
                    viewer.js(script).await;
                    take_all(viewer, &format!("{name}-{width}-{theme}-{lang}")).await;
                }
            }
        }
    }

    /// Ends them.
    pub async fn leave(self) {
        for (_, browser) in self.0 {
            browser.leave().await;
        }
    }
}

/// Sends a request from the page that a browser shows; returns the answer, which must be a success.
pub async fn post(browser: &Browser, path: &str, body: &Value) -> Value {
    let script = "const [path, body, done] = arguments;
        fetch(path, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})
            .then(async (answer) => done([answer.ok, await answer.json().catch(() => null)]));";
    let arguments = vec![json!(path), body.clone()];
    let answer = browser.client.execute_async(script, arguments).await;
    let mut answer = answer.expect("an answer");
    assert_eq!(answer[0], json!(true), "{path}: {answer}");
    answer[1].take()
}
