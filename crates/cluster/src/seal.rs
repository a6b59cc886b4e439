//! [`Secret`] and [`Seal`]: how processes prove their identity, and that a message comes from them.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// A random number that is used once.
pub(crate) type Nonce = [u8; 16];

/// A proof that the sender knows the secret.
pub(crate) type Proof = [u8; 32];

/// The size of a [`Seal`]'s tag in bytes.
pub(crate) const TAG: usize = 16;

type Code = Hmac<Sha256>;

/// Returns random bytes from the system.
pub(crate) fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], getrandom::Error> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// The secret that all processes of a cluster know and strangers do not. If it is empty, there is no secret.
#[derive(Clone, Default)]
pub(crate) struct Secret(Vec<u8>);

/// The secret must not appear in a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_none() { "None" } else { "Some(…)" })
    }
}

impl Secret {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }

    pub(crate) fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    fn code(&self, purpose: Purpose, greeting: &Greeting) -> Code {
        let bytes = serde_json::to_vec(&(purpose, greeting)).unwrap_or_default();
        keyed(&self.0).chain_update(bytes)
    }

    /// The proof of one side of a connection that begins with this greeting.
    pub(crate) fn proof(&self, side: Side, greeting: &Greeting) -> Proof {
        let code = self.code(Purpose::Proof(side), greeting);
        code.finalize().into_bytes().into()
    }

    /// Whether the other side has proven that it knows the secret. The check takes the same time for all wrong proofs.
    pub(crate) fn accepts(&self, proof: &Proof, side: Side, greeting: &Greeting) -> bool {
        let code = self.code(Purpose::Proof(side), greeting);
        code.verify_slice(proof).is_ok()
    }

    /// The seals of a connection: one for messages that `side` sends, and one for those that it receives.
    pub(crate) fn seals(&self, side: Side, greeting: &Greeting) -> Seals {
        let seal = |side| {
            let key = self.code(Purpose::Key(side), greeting).finalize().into_bytes();
            Seal {
                code: keyed(&key),
                count: 0,
            }
        };
        Seals {
            sent: seal(side),
            received: seal(side.other()),
        }
    }
}

fn keyed(key: &[u8]) -> Code {
    Code::new_from_slice(key).expect("HMAC takes keys of any length")
}

/// The two sides of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Side {
    Caller,
    Called,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Caller => Self::Called,
            Self::Called => Self::Caller,
        }
    }
}

/// The purpose of a code, which is part of its input, so that no code can be used for another purpose.
#[derive(Clone, Copy, Debug, Serialize)]
enum Purpose {
    Proof(Side),
    Key(Side),
}

/// The data of a connection that both sides know when it begins. The nonces are new for each connection.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Greeting {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// With a pass, the caller asks for a connection for nodes; without one, it reports to process 0.
    pub(crate) pass: Option<u64>,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) callers: Nonce,
    pub(crate) called: Nonce,
}

/// Computes the tags of the messages in one direction of a connection. No message can be left out, repeated or moved.
#[derive(Clone, Debug)]
pub(crate) struct Seal {
    code: Code,
    count: u64,
}

/// The seals of both directions.
#[derive(Clone, Debug)]
pub(crate) struct Seals {
    pub(crate) sent: Seal,
    pub(crate) received: Seal,
}

impl Seal {
    fn next(&mut self, bytes: &[u8]) -> Code {
        let code = self.code.clone().chain_update(self.count.to_le_bytes());
        self.count += 1;
        code.chain_update(bytes)
    }

    /// The tag of the next message.
    pub(crate) fn tag(&mut self, bytes: &[u8]) -> [u8; TAG] {
        let mut tag = [0; TAG];
        tag.copy_from_slice(&self.next(bytes).finalize().into_bytes()[..TAG]);
        tag
    }

    /// Whether the tag is that of the next message.
    pub(crate) fn accepts(&mut self, bytes: &[u8], tag: &[u8; TAG]) -> bool {
        self.next(bytes).verify_truncated_left(tag).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greeting() -> Greeting {
        Greeting {
            from: 2,
            to: 1,
            pass: Some(7),
            settings: vec![("threads".to_owned(), "2".to_owned())],
            callers: [1; 16],
            called: [2; 16],
        }
    }

    #[test]
    fn a_proof_is_accepted_from_its_side_for_its_greeting_with_its_secret_alone() {
        let secret = Secret::new(b"opened by this");
        let proof = secret.proof(Side::Caller, &greeting());
        assert!(secret.accepts(&proof, Side::Caller, &greeting()));
        assert!(!secret.accepts(&proof, Side::Called, &greeting()));
        assert!(!Secret::default().accepts(&proof, Side::Caller, &greeting()));
        let changes: [fn(&mut Greeting); 6] = [
            |greeting| greeting.from = 3,
            |greeting| greeting.to = 0,
            |greeting| greeting.pass = None,
            |greeting| greeting.settings.clear(),
            |greeting| greeting.callers[3] ^= 1,
            |greeting| greeting.called[3] ^= 1,
        ];
        for change in changes {
            let mut other = greeting();
            change(&mut other);
            assert!(!secret.accepts(&proof, Side::Caller, &other), "{other:?}");
        }
        assert_eq!(format!("{secret:?}"), "Some(…)");
    }

    #[test]
    fn a_message_is_accepted_once_and_in_its_place() {
        let secret = Secret::new(b"secret");
        let mut ours = secret.seals(Side::Caller, &greeting());
        let theirs = secret.seals(Side::Called, &greeting());
        let [first, second] = [b"first", b"again"].map(|text| ours.sent.tag(text));
        let fresh = || theirs.received.clone();
        let mut both = fresh();
        assert!(both.accepts(b"first", &first) && both.accepts(b"again", &second));
        assert!(!fresh().accepts(b"again", &second), "one is left out");
        assert!(!both.accepts(b"again", &second), "one is repeated");
        assert!(!fresh().accepts(b"First", &first), "one is changed");
        assert!(!ours.received.clone().accepts(b"first", &first), "one goes back");
    }
}
