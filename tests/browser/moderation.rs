//! The administrators' page in a browser.

use crate::harness::with_site;

const PASSWORD: &str = "a long enough sentence";

#[test]
fn an_administrator_answers_a_report_bans_its_author_and_makes_a_link_for_another_password() {
    with_site(async |site| {
        let berta = site.browser(820, 900).await;
        berta.sign_up("Berta", PASSWORD).await;
        let chief = site.browser(1280, 900).await;
        chief.sign_up("Chief", PASSWORD).await;
        site.run(&["user", "administrator", "Chief"]);
        berta.go("/user/Chief").await;
        berta.click("[data-report]").await;
        berta.write("#report-what", "the name is a title").await;
        berta.click("dialog .button.main").await;
        berta.reads(".toast", "Reported").await;
        chief.go("/moderation").await;
        chief.reads("#report-1", "the name is a title").await;
        chief.write("#a1", "it stays").await;
        chief.click("#report-1 .button.main").await;
        chief.reads("#moderation .empty", "No report").await;
        chief.go("/moderation?show=users&q=bert").await;
        chief.click("details summary").await;
        chief
            .write("form[data-act$='/ban'] [name=why]", "reports for fun")
            .await;
        chief.write("form[data-act$='/ban'] [name=days]", "x").await;
        chief.click("form[data-act$='/ban'] button").await;
        chief.reads("form[data-act$='/ban'] .error", "'x'").await;
        chief.write("form[data-act$='/ban'] [name=days]", "2").await;
        chief.click("form[data-act$='/ban'] button").await;
        chief.reads(".user-line", "banned until").await;
        berta.go("/account").await;
        berta.write("#i1", "Berta").await;
        berta.write("#i2", PASSWORD).await;
        berta.click("form[data-post='/api/log-in'] .button").await;
        berta
            .reads("form[data-post='/api/log-in'] .error", "reports for fun")
            .await;
        chief.click("details summary").await;
        chief.click("form[data-act$='/reset'] button").await;
        chief
            .until("document.querySelector(\"form[data-act$='/reset'] input[readonly]\")")
            .await;
        let link = chief
            .js("return document.querySelector(\"form[data-act$='/reset'] input[readonly]\").value")
            .await;
        let link = link.as_str().expect("a link").to_owned();
        let path = link.strip_prefix(&site.url).expect("of this site");
        for said in ["Another password", "used"] {
            berta.go("/").await;
            berta.go(path).await;
            berta.write("#r1", "another long sentence").await;
            berta.write("#r2", "another long sentence").await;
            berta.click("#reset .button").await;
            if said == "used" {
                berta.reads("#reset .error", said).await;
            } else {
                berta.until("location.pathname === '/account'").await;
            }
        }
        chief.go("/moderation?show=log").await;
        for words in [
            "reports for fun",
            "password changed by link",
            "report answered",
        ] {
            chief.reads(".ranking", words).await;
        }
    });
}
