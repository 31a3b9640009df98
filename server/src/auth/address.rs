//! Where a request comes from, for limits: an IPv4 address, or the /64 network of an IPv6 one.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use ipnet::IpNet;

use crate::app::App;

/// The address of a client, as far as limits tell clients apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress(IpAddr);

impl ClientAddress {
    fn of(ip: IpAddr) -> ClientAddress {
        // One household usually has a whole /64 (RFC 6177), so its addresses are one.
        ClientAddress(match ip.to_canonical() {
            IpAddr::V6(ip) if !ip.is_loopback() => {
                let [a, b, c, d, ..] = ip.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            ip => ip,
        })
    }

    /// Whether it is this machine itself: a developer, or a proxy nobody told of. All its users would be one.
    pub fn is_local(self) -> bool {
        self.0.is_loopback()
    }
}

impl fmt::Debug for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromRequestParts<App> for ClientAddress {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ClientAddress, StatusCode> {
        let ConnectInfo(peer) = ConnectInfo::<SocketAddr>::from_request_parts(parts, app)
            .await
            .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
        Ok(client(peer.ip(), &parts.headers, &app.config.trusted_proxies))
    }
}

/// The first address, going back from the peer, that is not a trusted proxy. What stands before it in
/// `X-Forwarded-For` anybody can have written.
fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> ClientAddress {
    let trusts = |ip: &IpAddr| trusted.iter().any(|network| network.contains(&ip.to_canonical()));
    let hops = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = hops.flat_map(|value| value.split(',')).map(str::trim).collect();
    let mut client = peer;
    for hop in hops.iter().rev() {
        if !trusts(&client) {
            break;
        }
        match hop.parse() {
            Ok(ip) => client = ip,
            Err(_) => break,
        }
    }
    ClientAddress::of(client)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|network| network.parse().unwrap()).collect();
        format!("{:?}", client(peer.parse().unwrap(), &headers, &trusted))
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(check("198.51.100.7", &["203.0.113.1"], &[]), "198.51.100.7");
        assert_eq!(
            check("10.0.0.1", &["203.0.113.1"], &["10.0.0.0/8"]),
            "203.0.113.1"
        );
        assert_eq!(
            check("10.0.0.1", &["6.6.6.6, 203.0.113.1, 10.0.0.2"], &["10.0.0.0/8"]),
            "203.0.113.1"
        );
        assert_eq!(
            check("10.0.0.1", &["6.6.6.6", "203.0.113.1"], &["10.0.0.0/8"]),
            "203.0.113.1"
        );
        assert_eq!(check("10.0.0.1", &["nonsense"], &["10.0.0.0/8"]), "10.0.0.1");
        assert_eq!(check("10.0.0.1", &[], &["10.0.0.0/8"]), "10.0.0.1");
    }

    #[test]
    fn a_household_is_one_address() {
        assert_eq!(check("2001:db8:1:2:3:4:5:6", &[], &[]), "2001:db8:1:2::");
        assert_eq!(check("::ffff:198.51.100.7", &[], &[]), "198.51.100.7");
        assert_eq!(check("::1", &[], &[]), "::1");
        assert_eq!(
            check("::ffff:10.0.0.1", &["2001:db8::9"], &["10.0.0.0/8"]),
            "2001:db8::"
        );
    }
}
