//! Full disks, files that are truncated or changed at every byte, and processes that are killed while they write.

use std::fmt::Debug;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{env, fs, process, thread};

use astride::graphs::CsrGraph;
use astride_grid::GridMap;
use astride_grid::movingai::{ScenarioFile, TerrainMap};
use astride_roads::BinaryFileError;
use astride_roads::dimacs::{read_coordinates, read_graph, write_coordinates, write_graph};
use astride_roads::{ContractionHierarchy, Coordinates, HierarchyError};
use astride_tiles::patterns::{Partition, PatternDatabases};

use crate::effort::share;

/// A separate folder, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "astride-faults-{}-{}",
            process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let path = env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        Folder(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn ring(nodes: u32) -> CsrGraph<u32> {
    let edges = (0..nodes).map(|node| (node, (node + 1) % nodes, node % 7 + 1));
    CsrGraph::from_edges(nodes as usize, edges).unwrap()
}

/// Returns two hierarchies of some hundred kilobytes each.
fn hierarchies() -> [ContractionHierarchy<u32>; 2] {
    [10_000, 9_000].map(|nodes| ContractionHierarchy::prepare(&ring(nodes)).unwrap())
}

fn databases() -> PatternDatabases {
    let goal = "123456780".parse().unwrap();
    PatternDatabases::build(&Partition::new(&goal, [&[1, 2, 3][..], &[4, 5, 6], &[7, 8]]).unwrap()).unwrap()
}

/// A disk with room for a number of bytes.
struct Disk(Vec<u8>, usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.1 - self.0.len());
        self.0.extend_from_slice(&bytes[..count]);
        if count == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn written(write: impl Fn(&mut Disk) -> io::Result<()>) -> Vec<u8> {
    let mut disk = Disk(Vec::new(), usize::MAX);
    write(&mut disk).unwrap();
    disk.0
}

/// Returns the output if there is enough room, and checks that every lack of room is an error.
fn check_writer(write: impl Fn(&mut Disk) -> io::Result<()>) -> Vec<u8> {
    let whole = written(&write);
    for room in 0..whole.len() {
        let mut disk = Disk(Vec::new(), room);
        assert_eq!(write(&mut disk).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(whole.starts_with(&disk.0));
    }
    whole
}

/// Truncates a text and changes it at every byte. Any result that can still be read can be written and read again
/// without change.
fn check_text<T, E>(bytes: &[u8], read: impl Fn(&[u8]) -> Result<T, E>, write: impl Fn(&T) -> Vec<u8>)
where
    T: Debug + PartialEq,
    E: Debug,
{
    let check = |bytes: &[u8]| {
        if let Ok(value) = read(bytes) {
            assert_eq!(
                read(&write(&value)).unwrap(),
                value,
                "{:?}",
                String::from_utf8_lossy(bytes)
            );
        }
    };
    assert!(read(bytes).is_ok());
    for place in 0..bytes.len() {
        check(&bytes[..place]);
        for flip in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut wrong = bytes.to_vec();
            wrong[place] ^= flip;
            check(&wrong);
        }
    }
}

#[test]
fn texts_that_are_cut_or_changed_at_any_byte_are_refused_or_sound() {
    let graph = check_writer(|disk| write_graph(&ring(12), disk));
    check_text(
        &graph,
        |bytes| read_graph::<u32>(bytes),
        |graph| written(|disk| write_graph(graph, disk)),
    );
    let coordinates = Coordinates::from((0..9).map(|node| (node * 1001, -node)).collect::<Vec<_>>());
    let places = check_writer(|disk| write_coordinates(&coordinates, disk));
    check_text(
        &places,
        |bytes| read_coordinates(bytes),
        |places| written(|disk| write_coordinates(places, disk)),
    );
    let map = b"type octile\nheight 3\nwidth 4\nmap\n..@G\nSTW.\nO...\n";
    check_text(map, TerrainMap::parse, |map| map.to_string().into_bytes());
    let scenarios = b"version 1\n0\ttiny.map\t4\t3\t0\t0\t3\t2\t4.41421\n12\tmy map.map\t4\t3\t1\t2\t3\t2\t2\n";
    check_text(scenarios, ScenarioFile::parse, |file| file.to_string().into_bytes());
    let drawn = b"..#.\n.##.\n#...\n";
    let read = |bytes: &[u8]| String::from_utf8_lossy(bytes).parse::<GridMap>();
    check_text(drawn, read, |map| map.to_string().into_bytes());
}

#[test]
fn tables_that_are_cut_or_changed_at_any_byte_are_refused() {
    let folder = Folder::new();
    let path = folder.0.join("table");
    databases().save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(PatternDatabases::open(&path).unwrap(), databases());
    for place in 0..bytes.len() {
        fs::write(&path, &bytes[..place]).unwrap();
        assert!(PatternDatabases::open(&path).is_err(), "{place} bytes");
        let mut wrong = bytes.clone();
        wrong[place] ^= 1 << (place % 8);
        fs::write(&path, &wrong).unwrap();
        assert!(PatternDatabases::open(&path).is_err(), "byte {place}");
    }
}

/// The variable with the child's task: to write the hierarchies in turn to a file until it is killed, or once.
const TASK: &str = "ASTRIDE_FAULTS_TASK";

#[test]
fn child() {
    let Ok(path) = env::var(TASK) else { return };
    let hierarchies = hierarchies();
    println!("ready");
    for hierarchy in hierarchies.iter().cycle() {
        if let Err(error) = hierarchy.save(&path) {
            println!("refused: {error}");
            return;
        }
    }
}

/// Returns a command that runs this program again, with only that test.
fn task(path: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "files::child", "--nocapture"]).env(TASK, path);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

#[test]
fn a_process_that_is_killed_while_it_writes_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new();
    let path = folder.0.join("hierarchy");
    let hierarchies = hierarchies();
    hierarchies[0].save(&path).unwrap();
    let whole = hierarchies.each_ref().map(|hierarchy| {
        let path = folder.0.join("expected");
        hierarchy.save(&path).unwrap();
        fs::read(&path).unwrap()
    });
    let mut cut_short = 0;
    let rounds = share(30);
    for round in 0..rounds {
        let mut child = task(&path).spawn().unwrap();
        // It prints its first words when it begins to write.
        let mut words = io::BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(words.any(|line| line.unwrap().contains("ready")));
        thread::sleep(Duration::from_micros(u64::from(1000 * round + 137)));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(whole.contains(&fs::read(&path).unwrap()), "round {round}");
        assert!(ContractionHierarchy::<u32>::open(&path).is_ok());
        for name in folder.names().iter().filter(|name| name.contains(".tmp")) {
            cut_short += 1;
            fs::remove_file(folder.0.join(name)).unwrap();
        }
    }
    println!("{cut_short} of {rounds} processes were killed while they wrote");
}

/// The shell's limit on the size of files stands in for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_leaves_the_old_file() {
    let folder = Folder::new();
    let path = folder.0.join("hierarchy");
    let old = ContractionHierarchy::prepare(&ring(5)).unwrap();
    old.save(&path).unwrap();
    for blocks in [0, 1, 8, 64] {
        let task = task(&path);
        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""))
            .arg("sh");
        let output = shell
            .arg(task.get_program())
            .args(task.get_args())
            .env(TASK, &path)
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&output.stdout);
        assert!(words.contains("refused"), "{blocks} blocks: {words}");
        assert_eq!(folder.names(), ["hierarchy"]);
        assert_eq!(ContractionHierarchy::<u32>::open(&path).unwrap().node_count(), 5);
    }
}

/// Uses a program of the system to create special files, which the standard library cannot. Returns whether it
/// succeeded.
#[cfg(unix)]
fn made(program: &str, path: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.arg(path).args(arguments).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(unix)]
#[test]
fn what_is_not_a_regular_file_is_neither_replaced_nor_written() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::os::unix::net::UnixListener;

    let folder = Folder::new();
    let at = |name: &str| folder.0.join(name);
    fs::create_dir(at("folder")).unwrap();
    let _socket = UnixListener::bind(at("socket")).unwrap();
    symlink("nothing", at("dangling")).unwrap();
    symlink("loop", at("loop")).unwrap();
    symlink("folder", at("to-folder")).unwrap();
    symlink("socket", at("to-socket")).unwrap();
    let mut cases = vec![
        (at("folder"), "a folder"),
        (at("socket"), "a socket"),
        (at("dangling"), "a symbolic link to nothing"),
        (at("to-folder"), "a folder"),
        (at("to-socket"), "a socket"),
    ];
    if made("mkfifo", &at("pipe"), &[]) {
        cases.push((at("pipe"), "a named pipe"));
    }
    // A user who may create devices may also replace `/dev/null`, which a failing test must not do.
    if made("mknod", &at("null"), &["c", "1", "3"]) {
        symlink("null", at("to-null")).unwrap();
        cases.extend([(at("null"), "a device"), (at("to-null"), "a device")]);
        assert!(fs::metadata(at("null")).unwrap().file_type().is_char_device());
    } else {
        cases.push(("/dev/null".into(), "a device"));
    }
    let mut names = folder.names();
    names.sort_unstable();
    let hierarchy = ContractionHierarchy::prepare(&ring(5)).unwrap();
    for (path, kind) in &cases {
        let before = fs::symlink_metadata(path).unwrap().file_type();
        let expected = format!("{}: {kind}, not a regular file", path.display());
        assert_eq!(hierarchy.save(path).unwrap_err().to_string(), expected);
        assert_eq!(databases().save(path).unwrap_err().to_string(), expected);
        assert_eq!(fs::symlink_metadata(path).unwrap().file_type(), before, "{expected}");
    }
    assert!(matches!(
        hierarchy.save(at("folder")),
        Err(HierarchyError::File(BinaryFileError::NotRegular {
            found: "a folder",
            ..
        }))
    ));
    // The system reports an error for this.
    assert!(matches!(
        hierarchy.save(at("loop")),
        Err(HierarchyError::File(BinaryFileError::Io { .. }))
    ));
    // A table that could not be kept is not built.
    let partition = Partition::new(&"1230".parse().unwrap(), [&[1, 2, 3]]).unwrap();
    let tables = at("folder");
    symlink("nothing", tables.join(PatternDatabases::file_name(&partition))).unwrap();
    let built = PatternDatabases::load_or_build(&tables, &partition, |_| panic!("built in vain"));
    let error = built.unwrap_err().to_string();
    assert!(
        error.ends_with(": a symbolic link to nothing, not a regular file"),
        "{error}"
    );
    let mut left = folder.names();
    left.sort_unstable();
    assert_eq!(left, names);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_stays_and_the_file_is_replaced() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    fs::create_dir(folder.0.join("elsewhere")).unwrap();
    let file = folder.0.join("elsewhere/table");
    let [link, link_to_link] = ["link", "link-to-link"].map(|name| folder.0.join(name));
    symlink("elsewhere/table", &link).unwrap();
    symlink("link", &link_to_link).unwrap();
    for (path, nodes) in [(&link, 5), (&link_to_link, 6)] {
        fs::write(&file, "something else").unwrap();
        ContractionHierarchy::prepare(&ring(nodes)).unwrap().save(path).unwrap();
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("elsewhere/table"));
        assert_eq!(fs::read_link(&link_to_link).unwrap(), Path::new("link"));
        assert!(fs::symlink_metadata(&file).unwrap().is_file());
        let read = ContractionHierarchy::<u32>::open(&file).unwrap();
        assert_eq!(read.node_count(), nodes as usize);
        assert_eq!(fs::read_dir(folder.0.join("elsewhere")).unwrap().count(), 1);
    }
}
