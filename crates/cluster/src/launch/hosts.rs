//! Lists of hosts.

use super::LaunchError;

/// The hosts in a file, one per line. Empty lines and text after a `#` are skipped.
pub(super) fn parse(name: &str, text: &str) -> Result<Vec<String>, LaunchError> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut hosts = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        hosts.push(host(line).map_err(|reason| LaunchError::File {
            name: format!("{name}, line {}", number + 1),
            reason,
        })?);
    }
    if hosts.is_empty() {
        let (name, reason) = (name.to_owned(), "no host is listed".to_owned());
        return Err(LaunchError::File { name, reason });
    }
    Ok(hosts)
}

/// Addresses with ports, separated by commas.
pub(super) fn parse_list(text: &str) -> Result<Vec<String>, String> {
    let hosts: Vec<_> = text
        .split(',')
        .map(|text| host(text.trim()))
        .collect::<Result<_, _>>()?;
    if hosts.iter().all(|host| has_port(host)) {
        Ok(hosts)
    } else {
        Err("not addresses such as 10.0.0.1:4100, separated by commas".to_owned())
    }
}

fn host(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Err(format!(
            "'{}' is not a host such as 10.0.0.1 or 10.0.0.1:4100",
            text.escape_debug()
        ));
    }
    match text.rsplit_once(':') {
        Some((_, port)) if has_port(text) && !port.parse().is_ok_and(|port: u16| port > 0) => {
            Err(format!("'{}' is not a port from 1 to 65535", port.escape_debug()))
        }
        _ => Ok(text.to_owned()),
    }
}

/// Whether a host has a port. An IPv6 address has several colons, and is in brackets if it has a port.
fn has_port(host: &str) -> bool {
    match host.rsplit_once(':') {
        Some((address, _)) => !address.contains(':') || address.ends_with(']'),
        None => false,
    }
}

/// The address of a host, which may have a port already.
pub(super) fn address(host: &str, port: u16) -> String {
    if has_port(host) {
        host.to_owned()
    } else if host.contains(':') && !host.starts_with('[') {
        format!("[{host}]:{port}")
    } else {
        format!("{host}:{port}")
    }
}
