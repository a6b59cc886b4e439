use super::*;

fn launch(args: &str) -> Result<Launch, LaunchError> {
    let (launch, others) = Launch::from_args(args.split_whitespace().map(String::from))?;
    assert_eq!(others, [""; 0]);
    Ok(launch)
}

/// The cluster of a command line and an environment (`NAME=value`, separated by spaces).
fn cluster(args: &str, environment: &str) -> Result<Option<Cluster>, LaunchError> {
    let pairs: Vec<_> = environment
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .collect();
    launch(args)?.cluster(|name| {
        let found = pairs.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    })
}

fn addresses(args: &str, environment: &str) -> (Vec<String>, usize) {
    let cluster = cluster(args, environment)
        .expect("a cluster")
        .expect("others have started it");
    (cluster.addresses.clone(), cluster.process())
}

fn error(args: &str, environment: &str) -> String {
    cluster(args, environment).expect_err("it makes no sense").to_string()
}

#[test]
fn other_arguments_are_left() {
    let args = ["--size", "3", "--threads=2", "--me", "1", "--addresses", "a:1,b:2", "x"].map(String::from);
    let (launch, others) = Launch::from_args(args).expect("sound options");
    assert_eq!(others, ["--size", "3", "x"]);
    let cluster = launch
        .cluster(|_| None)
        .expect("a cluster")
        .expect("others have started it");
    assert_eq!(
        (cluster.process(), cluster.process_count(), cluster.thread_count()),
        (1, 2, 2)
    );
    for option in Launch::OPTIONS {
        assert!(super::option(option).is_some_and(|known| known.ends_with(option)));
    }
}

#[test]
fn one_process_is_threads_and_several_are_started_by_the_first() {
    let alone = cluster("--threads 3", "").unwrap().unwrap();
    assert_eq!((alone.process_count(), alone.thread_count()), (1, 3));
    assert!(cluster("--processes 3", "").unwrap().is_none());
    let child = "ASTRIDE_CLUSTER_PROCESS=2 ASTRIDE_CLUSTER_ADDRESSES=a:1,b:2,c:3 ASTRIDE_CLUSTER_SECRET=7";
    assert_eq!(addresses("--processes 3", child).1, 2);
    let wrong = child.replace("PROCESS=2", "PROCESS=3");
    assert!(error("--processes 3", &wrong).contains("ASTRIDE_CLUSTER_PROCESS is '3'"));
    assert!(error("--processes 3", "ASTRIDE_CLUSTER_PROCESS=2").contains("ASTRIDE_CLUSTER_ADDRESSES is not set"));
}

#[test]
fn hosts_of_a_file() {
    let text = "# the cluster\n10.0.0.1\n\n  node-2:5000 # with a port\nfe80::1\n[fe80::2]:77\n";
    let hosts = parse("hosts", text).expect("a sound list");
    let addresses: Vec<_> = hosts.iter().map(|host| address(host, 4100)).collect();
    assert_eq!(
        addresses,
        ["10.0.0.1:4100", "node-2:5000", "[fe80::1]:4100", "[fe80::2]:77"]
    );
    for (text, part) in [
        ("a\nb c\n", "hosts, line 2: 'b c'"),
        ("a:70000", "line 1: '70000'"),
        ("a:0", "line 1: '0'"),
        ("# none\n", "hosts: no host"),
    ] {
        let error = parse("hosts", text).expect_err("not a list").to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn slurm_has_a_list_of_nodes() {
    let step = "SLURM_PROCID=3 SLURM_NTASKS=7 SLURM_JOB_NODELIST=a[01-02,7]-ib,b SLURM_TASKS_PER_NODE=2(x3),1";
    let (all, me) = addresses("--by slurm", step);
    let expected = "a01-ib:4100 a01-ib:4101 a02-ib:4100 a02-ib:4101 a7-ib:4100 a7-ib:4101 b:4100";
    assert_eq!((all.join(" ").as_str(), me), (expected, 3));
    // The variables of the step take precedence over those of the job.
    let inner = format!("{step} SLURM_STEP_NUM_TASKS=1 SLURM_STEP_NODELIST=c SLURM_STEP_TASKS_PER_NODE=1");
    let inner = inner.replace("PROCID=3", "PROCID=0");
    assert_eq!(addresses("--by slurm --port 9", &inner), (vec!["c:9".to_owned()], 0));
    let (wide, deep) = (format!("a[{}1]", "0".repeat(70_000)), "[0]".repeat(40_000));
    for (from, to, part) in [
        ("SLURM_PROCID", "NONE", "SLURM_PROCID is not set"),
        ("PROCID=3", "PROCID=7", "SLURM_PROCID is '7'"),
        ("PROCID=3", "PROCID=x", "SLURM_PROCID is 'x'"),
        ("NTASKS=7", "NTASKS=seven", "SLURM_NTASKS is 'seven'"),
        ("NTASKS=7", "NTASKS=8", "SLURM_TASKS_PER_NODE is '2(x3),1'"),
        ("2(x3),1", "2(x4)", "SLURM_TASKS_PER_NODE is '2(x4)'"),
        ("2(x3),1", "2(y3),1", "SLURM_TASKS_PER_NODE"),
        ("2(x3),1", "2(x99999999999),1", "SLURM_TASKS_PER_NODE"),
        ("a[01-02,7]-ib", "a[01-02,7-ib", "SLURM_JOB_NODELIST"),
        ("a[01-02,7]-ib", "a[1-99999999]", "SLURM_JOB_NODELIST"),
        ("a[01-02,7]-ib", "a[0-999][0-999]", "SLURM_JOB_NODELIST"),
        ("a[01-02,7]-ib", &wide, "SLURM_JOB_NODELIST"),
        ("a[01-02,7]-ib", &deep, "SLURM_JOB_NODELIST"),
        ("a[01-02,7]-ib", "a]", "SLURM_JOB_NODELIST"),
        ("a[01-02,7]-ib", ",", "SLURM_JOB_NODELIST"),
        (
            "SLURM_PROCID",
            "SLURM_DISTRIBUTION=cyclic SLURM_PROCID",
            "SLURM_DISTRIBUTION is 'cyclic'",
        ),
    ] {
        let error = error("--by slurm", &step.replace(from, to));
        assert!(error.contains(part), "{to}: {error}");
    }
}

#[test]
fn mpi_has_ranks_and_the_user_has_hosts() {
    let open_mpi = "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=2";
    let both = ["127.0.0.1:4100", "127.0.0.1:4101"].map(String::from).to_vec();
    assert_eq!(addresses("--by mpi", open_mpi), (both.clone(), 1));
    assert_eq!(
        addresses("--by mpi", "PMI_RANK=0 PMI_SIZE=2 MPI_LOCALNRANKS=2"),
        (both, 0)
    );
    let (listed, me) = addresses("--by mpi --addresses a:1,b:2", "PMI_RANK=1 PMI_SIZE=2");
    assert_eq!((listed.join(" ").as_str(), me), ("a:1 b:2", 1));
    for (args, environment, part) in [
        ("", "PMI_SIZE=2", "OMPI_COMM_WORLD_RANK is not set"),
        (
            "",
            "PMI_RANK=1 PMI_SIZE=2 MPI_LOCALNRANKS=1",
            "PMI_SIZE is '2': the processes are on several machines",
        ),
        ("", "PMI_RANK=2 PMI_SIZE=2 MPI_LOCALNRANKS=2", "PMI_RANK is '2'"),
        (
            "--addresses a:1,b:2",
            "PMI_RANK=1 PMI_SIZE=3",
            "PMI_SIZE is '3': the list of hosts has 2",
        ),
        ("--port 65535", open_mpi, "not enough ports"),
    ] {
        let error = error(&format!("--by mpi {args}"), environment);
        assert!(error.contains(part), "{environment}: {error}");
    }
}

#[test]
fn options_that_make_no_sense_are_named() {
    for (args, part) in [
        ("--threads 0", "'0' for '--threads': not from 1 to"),
        ("--processes many", "'many' for '--processes'"),
        ("--me x", "'x' for '--me'"),
        ("--by pbs", "'pbs' for '--by'"),
        ("--port 0", "'0' for '--port'"),
        ("--addresses a", "'a' for '--addresses'"),
        ("--addresses a:1,,b:2", "for '--addresses'"),
        ("--threads 1 --threads 2", "'--threads' is given twice"),
        ("--threads", "'--threads' has no value"),
        ("--me 1", "'--me' requires"),
        ("--port 4200", "'--port' requires '--hosts' or '--by'"),
        ("--port 4200 --processes 2", "'--port' requires"),
        (
            "--secret-file Cargo.toml --processes 2",
            "'--secret-file' requires '--hosts', '--addresses' or '--by'",
        ),
        ("--addresses a:1,b:2", "'--me' is missing"),
        (
            "--addresses a:1,b:2 --me 0 --processes 3",
            "'--processes' is not the number",
        ),
        ("--by mpi --me 0", "'--by' cannot be used with '--me'"),
        ("--by slurm --addresses a:1", "'--by' cannot be used with a list"),
        ("--hosts /no/such/file --me 0", "/no/such/file"),
        ("--secret-file /no/such/file", "/no/such/file"),
    ] {
        let error = error(args, "");
        assert!(error.contains(part), "{args}: {error}");
    }
}
