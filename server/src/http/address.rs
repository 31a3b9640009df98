//! Where a request comes from, as far as limits tell clients apart: an IPv4 address, or the /64 network of an IPv6 one.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use ipnet::IpNet;
use parking_lot::Mutex;
use tracing::warn;

use crate::config::Config;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// How often the log warns of a proxy that hides its clients.
const WARN_EVERY: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress {
    ip: IpAddr,
    /// Whether the client runs on this machine: only a peer can show that, never a header.
    local: bool,
    /// Whether it may be a proxy that does not say for whom it connects: it is one of ours, or its address is
    /// private.
    proxy: bool,
}

impl ClientAddress {
    /// The address of a client that connects by itself.
    pub fn of_peer(peer: IpAddr) -> ClientAddress {
        ClientAddress {
            ip: network(peer),
            local: peer.to_canonical().is_loopback(),
            proxy: is_private(peer),
        }
    }

    /// The address that a proxy gives for a client.
    fn forwarded(ip: IpAddr) -> ClientAddress {
        ClientAddress {
            ip: network(ip),
            local: false,
            proxy: is_private(ip),
        }
    }

    /// Marks the address of a trusted proxy.
    fn or_of_proxy(self, trusted: bool) -> ClientAddress {
        ClientAddress {
            proxy: self.proxy || trusted,
            ..self
        }
    }

    pub fn network(self) -> ClientNetwork {
        ClientNetwork(match self.ip {
            IpAddr::V4(ip) => {
                let [a, b, c, _] = ip.octets();
                Ipv4Addr::new(a, b, c, 0).into()
            }
            IpAddr::V6(ip) => {
                let [a, b, c, ..] = ip.segments();
                Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
            }
        })
    }

    /// Whether the client runs on this machine and no proxy stands between: it is not limited.
    pub fn is_local(self) -> bool {
        self.local
    }

    /// Warns at most once a minute when a limit refuses what may be all clients of a proxy.
    pub(crate) fn warn_if_proxy(self) {
        static LAST: Mutex<Option<Instant>> = Mutex::new(None);
        if self.local || !self.proxy {
            return;
        }
        let mut last = LAST.lock();
        if is_due(*last, Instant::now()) {
            *last = Some(Instant::now());
            warn!(
                address = %self,
                "many requests come from one address, which is private or that of a trusted proxy. If it is a proxy, limits take \
                 all of its clients for one: it has to send X-Forwarded-For, and --trusted-proxies has to name it"
            );
        }
    }
}

fn is_due(last: Option<Instant>, now: Instant) -> bool {
    last.is_none_or(|last| now.duration_since(last) >= WARN_EVERY)
}

/// A network of many addresses: 24 bits of IPv4, 48 of IPv6, as one customer or one provider has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientNetwork(IpAddr);

impl fmt::Debug for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.ip.fmt(f)
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.ip.fmt(f)
    }
}

impl<S> FromRequestParts<S> for ClientAddress
where
    S: Send + Sync,
    Arc<Config>: FromRef<S>,
{
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ClientAddress, StatusCode> {
        let ConnectInfo(peer) = ConnectInfo::<SocketAddr>::from_request_parts(parts, state)
            .await
            .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
        let config = Arc::<Config>::from_ref(state);
        Ok(client(peer.ip(), &parts.headers, &config.trusted_proxies))
    }
}

pub(crate) fn is_trusted(trusted: &[IpNet], ip: IpAddr) -> bool {
    trusted.iter().any(|network| network.contains(&ip.to_canonical()))
}

/// Whether an address is of a network that is not reached from elsewhere, as those of containers are.
fn is_private(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.is_private() || ip.is_link_local() || ip.is_loopback(),
        IpAddr::V6(ip) => ip.is_unique_local() || ip.is_unicast_link_local() || ip.is_loopback(),
    }
}

/// One household usually has a whole /64 (RFC 6177), so its addresses count as one.
fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) if !ip.is_loopback() => {
            let [a, b, c, d, ..] = ip.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        ip => ip,
    }
}

/// The first address, going back from the peer, that is not a trusted proxy. Anybody can have written what
/// `X-Forwarded-For` has before it.
fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> ClientAddress {
    if !headers.contains_key(FORWARDED_FOR) {
        return ClientAddress::of_peer(peer).or_of_proxy(is_trusted(trusted, peer));
    }
    if trusted.is_empty() && is_private(peer) {
        warn_of_unknown_proxy(peer);
    }
    let mut client = peer;
    for hop in hops(headers).into_iter().rev() {
        if !is_trusted(trusted, client) {
            break;
        }
        match hop_address(hop) {
            Some(ip) => client = ip,
            None => {
                warn_of_unreadable_hop(hop);
                break;
            }
        }
    }
    ClientAddress::forwarded(client).or_of_proxy(is_trusted(trusted, client))
}

fn hops(headers: &HeaderMap) -> Vec<&str> {
    let values = headers.get_all(FORWARDED_FOR).iter();
    let values = values.filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim).collect()
}

/// Reads `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = hop
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(hop);
    let with_port = || hop.parse::<SocketAddr>().map(|address| address.ip());
    bare.parse().or_else(|_| with_port()).ok()
}

fn warn_of_unknown_proxy(peer: IpAddr) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        let peer = peer.to_canonical();
        warn!(
            "a proxy at {peer} sends X-Forwarded-For, but --trusted-proxies is not set: \
             limits take all of its clients for one. If it is yours, set --trusted-proxies {peer}"
        );
    });
}

fn warn_of_unreadable_hop(hop: &str) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        let hop: String = hop.chars().take(40).collect();
        warn!(
            ?hop,
            "a trusted proxy sends an X-Forwarded-For that is no address: limits count the proxy instead of its client"
        );
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn find(peer: &str, forwarded: &[&str], trusted: &[&str]) -> ClientAddress {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|network| network.parse().unwrap()).collect();
        client(peer.parse().unwrap(), &headers, &trusted)
    }

    fn check(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        format!("{:?}", find(peer, forwarded, trusted))
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let proxies = &["10.0.0.0/8"];
        assert_eq!(check("198.51.100.7", &["203.0.113.1"], &[]), "198.51.100.7");
        assert_eq!(check("10.0.0.1", &["203.0.113.1"], proxies), "203.0.113.1");
        let forged = &["6.6.6.6, 203.0.113.1, 10.0.0.2"];
        assert_eq!(check("10.0.0.1", forged, proxies), "203.0.113.1");
        assert_eq!(
            check("10.0.0.1", &["6.6.6.6", "203.0.113.1"], proxies),
            "203.0.113.1"
        );
        assert_eq!(check("10.0.0.1", &["nonsense"], proxies), "10.0.0.1");
        assert_eq!(check("10.0.0.1", &[], proxies), "10.0.0.1");
    }

    #[test]
    fn an_address_may_have_a_port_or_brackets() {
        let proxies = &["10.0.0.0/8"];
        for (hop, client) in [
            ("203.0.113.1:4711", "203.0.113.1"),
            ("2001:db8::9", "2001:db8::"),
            ("[2001:db8::9]", "2001:db8::"),
            ("[2001:db8::9]:4711", "2001:db8::"),
            ("[203.0.113.1", "10.0.0.1"),
            ("203.0.113.1:x", "10.0.0.1"),
            ("unknown", "10.0.0.1"),
        ] {
            assert_eq!(check("10.0.0.1", &[hop], proxies), client, "{hop}");
        }
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

    #[test]
    fn what_may_be_a_proxy_is_known() {
        for peer in [
            "10.1.2.3",
            "172.18.0.1",
            "192.168.1.9",
            "fd00::9",
            "::ffff:172.18.0.1",
        ] {
            assert!(find(peer, &[], &[]).proxy, "{peer}");
            assert!(find("203.0.113.9", &[peer], &["203.0.113.9/32"]).proxy, "{peer}");
        }
        assert!(
            find("203.0.113.9", &[], &["203.0.113.9/32"]).proxy,
            "it names no client"
        );
        assert!(!find("203.0.113.9", &["198.51.100.7"], &["203.0.113.9/32"]).proxy);
        assert!(!find("198.51.100.7", &[], &[]).proxy);
        assert!(!find("2001:db8::1", &[], &[]).proxy);
    }

    #[test]
    fn a_proxy_is_warned_of_again_after_a_while() {
        let now = Instant::now();
        assert!(is_due(None, now));
        assert!(!is_due(Some(now), now + WARN_EVERY / 2));
        assert!(is_due(Some(now), now + WARN_EVERY));
    }

    #[test]
    fn only_a_loopback_peer_without_the_header_is_local() {
        for peer in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            assert!(find(peer, &[], &[]).is_local(), "{peer}");
            assert!(find(peer, &[], &["127.0.0.0/8", "::1/128"]).is_local(), "{peer}");
            assert!(!find(peer, &["203.0.113.1"], &[]).is_local(), "{peer}");
            assert!(!find(peer, &[""], &[]).is_local(), "{peer}");
        }
        for forged in ["127.0.0.1", "::1", "127.0.0.1, 127.0.0.1"] {
            assert!(
                !find("10.0.0.1", &[forged], &["10.0.0.0/8"]).is_local(),
                "{forged}"
            );
            assert!(
                !find("127.0.0.1", &[forged], &["127.0.0.0/8"]).is_local(),
                "{forged}"
            );
        }
        assert!(!find("198.51.100.7", &[], &[]).is_local());
    }
}
