//! A search at work, frame by frame in the terminal.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use astride::Budget;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue};

use crate::input::Question;
use crate::picture::{Canvas, Picture, legend, terminal_size};
use crate::search::{MapSearch, cells};

/// How fast it goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    delay: Duration,
    expansions: u64,
}

impl Pace {
    /// An animation should not take much longer than this.
    const LONGEST: Duration = Duration::from_secs(8);

    /// For a search that is known to expand so many nodes in all.
    pub(crate) fn new(delay_ms: u64, expansions_in_all: u64) -> Self {
        let frames = Self::LONGEST.as_millis() / u128::from(delay_ms.max(1));
        let frames = u64::try_from(frames).unwrap_or(u64::MAX).max(100);
        Self {
            delay: Duration::from_millis(delay_ms),
            expansions: expansions_in_all.div_ceil(frames).max(1),
        }
    }
}

/// How an animation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The search is at its end, or the viewer wants to see its result.
    Seen,
    /// Ctrl-C.
    Interrupted,
}

/// Shows the search at work until its end.
pub(crate) fn watch(search: &mut dyn MapSearch, question: &Question, title: &str, pace: Pace) -> io::Result<Ending> {
    // Without a keyboard there is no way to end it early: then it is better not shown.
    let Ok(_screen) = Screen::enter() else {
        return Ok(Ending::Seen);
    };
    let mut is_paused = false;
    loop {
        draw(search, question, title, is_paused)?;
        if !search.status().is_running() {
            // The last frame is looked at a little longer.
            let wish = listen(pace.delay.max(Duration::from_millis(500)), false)?;
            return Ok(if wish == Wish::Interrupt {
                Ending::Interrupted
            } else {
                Ending::Seen
            });
        }
        let expansions = match listen(pace.delay, is_paused)? {
            Wish::GoOn => {
                is_paused = false;
                pace.expansions
            }
            Wish::Pause => {
                is_paused = true;
                0
            }
            Wish::Step => {
                is_paused = true;
                1
            }
            Wish::Redraw => 0,
            Wish::SeeResult => return Ok(Ending::Seen),
            Wish::Interrupt => return Ok(Ending::Interrupted),
        };
        // How it stands is looked at after the next frame.
        let _ = search.run_for(Budget::new().expansions(expansions));
    }
}

/// The terminal while it animates. Whatever happens, it is as before in the end.
struct Screen;

impl Screen {
    fn enter() -> io::Result<Self> {
        // In raw mode Ctrl-C is a key like others, so that nothing ends the program past the drop below.
        terminal::enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Where the terminal is gone there is nothing to restore.
        let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// What the viewer wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    GoOn,
    Pause,
    Step,
    Redraw,
    SeeResult,
    Interrupt,
}

/// Waits for the next frame's time, or for a key. In a pause time stands still.
fn listen(delay: Duration, is_paused: bool) -> io::Result<Wish> {
    let begin = Instant::now();
    loop {
        let left = delay.saturating_sub(begin.elapsed());
        if !is_paused && !event::poll(left)? {
            return Ok(Wish::GoOn);
        }
        let key = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => key,
            Event::Resize(..) => return Ok(Wish::Redraw),
            _ => continue,
        };
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(Wish::Interrupt),
            KeyCode::Char('q') | KeyCode::Esc => return Ok(Wish::SeeResult),
            KeyCode::Char(' ') => return Ok(if is_paused { Wish::GoOn } else { Wish::Pause }),
            KeyCode::Char('s') => return Ok(Wish::Step),
            _ => {}
        }
    }
}

fn draw(search: &dyn MapSearch, question: &Question, title: &str, is_paused: bool) -> io::Result<()> {
    let (columns, rows) = terminal_size().unwrap_or((80, 24));
    let canvas = Canvas {
        width: Some(columns),
        ..Canvas::of_stdout()
    };
    let legend = legend(canvas);
    let picture = {
        let way = search.way().or_else(|| search.best_effort_way());
        let line = way.map_or_else(Vec::new, |way| way.line);
        let drawing = question
            .map
            .drawing()
            .closed(search.closed())
            .open(search.open())
            .path(cells(&line))
            .start(question.from)
            .goal(question.to);
        let room = rows.saturating_sub(legend.len() + 2);
        Picture::new(&question.map, &drawing, Some(columns), Some(room))
    };

    let mut lines = vec![headline(search, title, columns)];
    for y in 0..picture.height() {
        let mut line = String::new();
        picture.write_row(&mut line, y, canvas.in_colour);
        lines.push(line);
    }
    lines.extend(legend);
    lines.push(cut(
        if is_paused {
            "paused: space goes on, s makes one expansion, q shows the result"
        } else {
            "space pauses, s makes one expansion, q shows the result"
        },
        columns,
    ));

    // In one piece, so that no half of a frame is seen.
    let mut frame = Vec::new();
    for (y, line) in (0..).zip(lines.iter().take(rows)) {
        // What was there before goes first: after a full line the cursor is still on its last character.
        queue!(frame, MoveTo(0, y), Clear(ClearType::FromCursorDown))?;
        frame.extend_from_slice(line.as_bytes());
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(&frame)?;
    stdout.flush()
}

fn headline(search: &dyn MapSearch, title: &str, columns: usize) -> String {
    let stats = search.stats();
    let mut line = format!("{title}: expanded {}, open {}", stats.expanded, stats.open);
    if let Some(current) = search.current() {
        // Writing to a string does not fail.
        let _ = write!(line, ", at {current}");
    }
    cut(&line, columns)
}

/// As much of it as a line of the terminal holds.
fn cut(line: &str, columns: usize) -> String {
    line.chars().take(columns).collect()
}
