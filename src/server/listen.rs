//! TCP connections of the site. This replaces `axum::serve`, which has no time limit for the head of a request, so that
//! a client that sends a byte now and then could hold connections forever. The number of connections per address is
//! limited, and clients that do not read what is sent to them are cut off.

use super::slow::Read;
use super::{App, router};
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// Time limit at shutdown for sockets to close, since some pages do not read.
const FAREWELL: Duration = Duration::from_secs(1);

/// Returns an address under which other devices can reach a server that listens at `address`: that address itself or,
/// if it means all interfaces (`0.0.0.0`, `[::]`), the address of the interface with the default route; `127.0.0.1` if
/// there is none.
pub fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // The system chooses the interface for an address that is reserved for documentation; nothing is sent to it.
    let toward = |here: &str, there: &str| {
        let socket = UdpSocket::bind(here)?;
        socket.connect(there)?;
        Ok(socket.local_addr()?.ip())
    };
    let found: std::io::Result<IpAddr> = toward("0.0.0.0:0", "192.0.2.1:9");
    let found = found.or_else(|error| match address {
        SocketAddr::V6(_) => toward("[::]:0", "[2001:db8::1]:9"),
        SocketAddr::V4(_) => Err(error),
    });
    SocketAddr::new(found.unwrap_or(Ipv4Addr::LOCALHOST.into()), address.port())
}

/// Serves the site until the process is to end (the `stop` of [`App::start`]); requests under way are answered first.
pub async fn serve(app: App, mut listener: TcpListener) {
    let mut stop = app.stopping();
    let service = TowerToHyperService::new(router(app.clone()));
    // Each connection holds a sender; once all are dropped, `closed.recv()` returns.
    let (open, mut closed) = mpsc::channel::<()>(1);
    loop {
        // An error means that the sender of `stop` has been dropped, which ends the site, too.
        let (stream, address) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let Some(place) = app.connection_place(address.ip()) else {
            metrics::counter!("atalaya_connections_refused").increment(1);
            continue;
        };
        let gauge = metrics::gauge!("atalaya_connections");
        gauge.increment(1);
        let connection = connected(app.clone(), service.clone(), stream, address);
        let open = open.clone();
        tokio::spawn(async move {
            connection.await;
            gauge.decrement(1);
            drop((place, open));
        });
    }
    drop((listener, open));
    closed.recv().await;
    // Sockets tell their pages to reconnect, and close.
    let all_gone = async {
        while app.hub().sockets_here() > 0 {
            tokio::time::sleep(FAREWELL / 20).await;
        }
    };
    let _ = tokio::time::timeout(FAREWELL, all_gone).await;
    // Once this process is removed, others take over its games at once.
    let process = &app.hub().process;
    if let Err(error) = app.collection().processes().remove(process).await {
        tracing::error!("{error}");
    }
}

/// Serves one connection until it ends or, once the process is to end, until the request under way is answered.
async fn connected(
    app: App,
    service: TowerToHyperService<axum::Router>,
    stream: TcpStream,
    address: SocketAddr,
) {
    let mut stop = app.stopping();
    let seconds = Duration::from_secs;
    let stream = Read::new(stream, seconds(app.config().reader_seconds));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        service.call(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(seconds(app.config().head_seconds))
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut served = pin!(served);
    let stopped = async {
        let _ = stop.wait_for(|stop| *stop).await;
    };
    let ended = tokio::select! {
        ended = served.as_mut() => Some(ended),
        () = stopped => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        if error.is_timeout() {
            metrics::counter!("atalaya_slow_heads").increment(1);
        }
        tracing::debug!("a connection of {address}: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_all_interfaces_is_told_as_one_that_can_be_opened() {
        for (listens, stays) in [
            ("127.0.0.1:80", true),
            ("192.0.2.7:8080", true),
            ("0.0.0.0:8080", false),
            ("[::]:8080", false),
        ] {
            let address: SocketAddr = listens.parse().expect("an address");
            let told = reachable(address);
            assert_eq!(told == address, stays, "{told}");
            assert!(
                !told.ip().is_unspecified() && told.port() == address.port(),
                "{told}"
            );
        }
    }
}
