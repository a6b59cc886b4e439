//! [`Screen`]: a few lines of the terminal that are drawn again and again, and the keys that are pressed meanwhile.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anstream::ColorChoice;
use crossterm::cursor::{Hide, MoveToColumn, MoveUp, Show as ShowCursor};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{self, Clear, ClearType, DisableLineWrap, EnableLineWrap};
use crossterm::{execute, queue};

use crate::cli::Show;
use crate::error::Error;

/// Refuses what needs a terminal where there is none.
pub(crate) fn require_terminal(show: Show) -> Result<(), Error> {
    let refuse = |message: &str| Err(Error::Terminal(message.into()));
    match show {
        Show::Steps if !io::stdin().is_terminal() => {
            refuse("--step: standard input is not a terminal: there are no key presses")
        }
        Show::Steps if !io::stdout().is_terminal() => refuse("--step: standard output is not a terminal"),
        Show::Animation if !io::stdout().is_terminal() => refuse("--animate: standard output is not a terminal"),
        Show::Result | Show::Animation | Show::Steps => Ok(()),
    }
}

/// A few lines of the terminal that are drawn again and again. When it is dropped, the terminal is as it was before, with
/// the last drawing in it.
pub(crate) struct Screen {
    /// Lines of the last drawing.
    drawn: u16,
    /// Whether keys can be read.
    has_keys: bool,
    has_color: bool,
}

/// A key that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Quit,
    Character(char),
    Other,
}

impl Screen {
    pub(crate) fn open() -> io::Result<Self> {
        let has_keys = io::stdin().is_terminal();
        if has_keys {
            terminal::enable_raw_mode()?;
        }
        // From here on, dropping it puts everything back.
        let screen = Self {
            drawn: 0,
            has_keys,
            has_color: anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        };
        execute!(io::stdout(), Hide, DisableLineWrap)?;
        Ok(screen)
    }

    /// Whether so many columns and lines fit.
    pub(crate) fn fits(columns: usize, lines: usize) -> io::Result<bool> {
        let (width, height) = terminal::size()?;
        Ok(columns <= usize::from(width) && lines < usize::from(height))
    }

    /// Draws the lines in place of the ones before.
    pub(crate) fn draw(&mut self, lines: &[String]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.drawn > 0 {
            queue!(out, MoveUp(self.drawn))?;
        }
        queue!(out, MoveToColumn(0))?;
        for line in lines {
            if self.has_color {
                write!(out, "{line}")?;
            } else {
                write!(out, "{}", anstream::adapter::strip_str(line))?;
            }
            queue!(out, Clear(ClearType::UntilNewLine))?;
            write!(out, "\r\n")?;
        }
        queue!(out, Clear(ClearType::FromCursorDown))?;
        self.drawn = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        out.flush()
    }

    /// Waits for a key, at most so long.
    pub(crate) fn key_within(&self, time: Duration) -> io::Result<Option<Key>> {
        if !self.has_keys {
            std::thread::sleep(time);
            return Ok(None);
        }
        let end = Instant::now() + time;
        while event::poll(end.saturating_duration_since(Instant::now()))? {
            if let Some(key) = understood(&event::read()?) {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }

    /// Waits for a key, as long as it takes.
    pub(crate) fn key(&self) -> io::Result<Key> {
        const LONG: Duration = Duration::from_secs(3600);
        loop {
            if let Some(key) = self.key_within(LONG)? {
                return Ok(key);
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // There is nothing left to do where this fails.
        let _ = execute!(io::stdout(), ShowCursor, EnableLineWrap);
        if self.has_keys {
            let _ = terminal::disable_raw_mode();
        }
    }
}

fn understood(event: &Event) -> Option<Key> {
    match *event {
        Event::Key(KeyEvent {
            kind: KeyEventKind::Release,
            ..
        }) => None,
        Event::Key(KeyEvent { code, modifiers, .. }) => Some(match code {
            KeyCode::Char('c' | 'd') if modifiers.contains(KeyModifiers::CONTROL) => Key::Quit,
            KeyCode::Char('q') | KeyCode::Esc => Key::Quit,
            KeyCode::Char(character) => Key::Character(character),
            _ => Key::Other,
        }),
        _ => None,
    }
}
