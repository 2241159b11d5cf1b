//! A page's connection.

use super::App;
use super::guard::{is_own_origin, refused};
use super::protocol::{ClientMessage, MAX_MESSAGE, ServerMessage};
use super::visitor::Visitor;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

/// `GET /ws`.
pub async fn open(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_origin(&headers, &app.config().origins) {
        let text = "this request is not from a page of this site";
        return refused(StatusCode::FORBIDDEN, "origin", text);
    }
    upgrade
        .read_buffer_size(4096)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| talk(app, visitor, socket))
}

async fn talk(app: App, visitor: Visitor, mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        let Message::Text(text) = message else {
            continue;
        };
        let answer = match ClientMessage::parse(&text) {
            Ok(ClientMessage::Hello { .. }) => ServerMessage::Welcome {
                who: visitor.view(),
                games: Vec::new(),
                now: app.now(),
            },
            Ok(ClientMessage::Ping { t }) => ServerMessage::Pong {
                t,
                now: app.now(),
                lag: None,
            },
            Ok(_) => continue,
            Err(malformed) => ServerMessage::Refused {
                n: malformed.n,
                room: None,
                code: "malformed",
                text: malformed.why,
            },
        };
        if socket.send(Message::text(answer.text())).await.is_err() {
            return;
        }
    }
}
