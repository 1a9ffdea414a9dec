//! Files that commands write: where they are, what they keep of the files before, and what is left if a signal comes.

use crate::cli::sandbox::Sandbox;

/// The name of a compressed file gets no text that is not compressed, and an unknown name needs a format.
#[test]
fn the_name_of_an_output_is_the_name_of_its_format() {
    let sandbox = Sandbox::new([("a.sgf", "(;SZ[9]PB[Ada];B[aa])"), ("b.ishi", "EVENT\nB 1 Q16\n")]);
    for (arguments, reason) in [
        ("export a.sgf -o out.csv.gz", "this is the name of a compressed file"),
        ("export a.sgf --to csv -o out.csv.gz", "this is the name of a compressed file"),
        ("export a.sgf --to parquet -o out.zip", "this is the name of a compressed file"),
        ("export a.sgf -o out.tsv", "`.tsv` is not the name of a format"),
        ("convert a.sgf -o out.ishi.gz", "this is the name of a compressed file"),
        ("join a.sgf -o out.sgf.xz", "this is the name of a compressed file"),
        ("dupes --merge b.ishi b.ishi -o out.ishi.gz", "this is the name of a compressed file"),
    ] {
        let run = sandbox.ishi(arguments);
        assert_eq!(run.code, 2, "{run}");
        assert!(run.stderr.contains(reason), "{run}");
        assert_eq!(std::fs::read_dir(sandbox.path("")).unwrap().count(), 2, "{arguments}");
    }
    assert_eq!(sandbox.ishi("export -q a.sgf --to csv -o out.tsv").to_string(), "exit 0\n");
    assert_eq!(sandbox.ishi("export -q a.sgf -o out").to_string(), "exit 0\n");
    assert!(sandbox.read("out").starts_with(b"{"));
}

#[test]
fn compressed_files_in_a_folder_are_counted() {
    let sandbox =
        Sandbox::new([("a.sgf", "(;B[aa])"), ("b.sgf.gz", ""), ("sub/c.zip", ""), ("d.SGF.GZ", ""), ("e.7z", "")]);
    let skipped = |count: &str| format!("warning: skipped {count}");
    let run = sandbox.ishi("list .");
    let message = skipped("4 compressed files: b.sgf.gz, d.SGF.GZ, e.7z and 1 more; to read them, unpack them first\n");
    assert_eq!((run.code, run.stderr), (0, message));
    let run = sandbox.ishi("list . --exclude *.gz,*.GZ,*.7z");
    assert_eq!(run.stderr, skipped("1 compressed file: sub/c.zip; to read it, unpack it first\n"));
    for quiet in ["list -q .", "list *.sgf", "list a.sgf"] {
        assert_eq!(sandbox.ishi(quiet).stderr, "", "{quiet}");
    }
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File};
    use std::os::unix::fs::symlink;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use crate::cli::sandbox::{Run, Sandbox};

    const GAMES: [(&str, &str); 4] = [
        ("all.sgf", "(;SZ[9];B[aa])\n(;SZ[9];B[bb])\n"),
        ("in/a.ishi", "EVENT\nB 1 A1\n"),
        ("in/sub/b.ishi", "EVENT\nB 1 B1\n"),
        ("outside", "another text\n"),
    ];

    /// A link with the name of a file may lead to another folder, and two links to one file.
    #[test]
    fn files_of_a_folder_are_not_written_through_links() {
        for (link, arguments, written) in [
            ("out/2.sgf", "split all.sgf -o out --name {number} --force", 0),
            ("out/a.sgf", "convert in -o out --to sgf --force", 1),
            ("tables/games/part-00000.parquet", "export in --to parquet -o tables --force", 0),
        ] {
            let sandbox = Sandbox::new(GAMES);
            let folder = sandbox.path(link).parent().unwrap().to_owned();
            fs::create_dir_all(&folder).unwrap();
            symlink(sandbox.path("outside"), sandbox.path(link)).unwrap();
            let run = sandbox.ishi(arguments);
            assert_eq!(run.code, 2, "{run}");
            assert!(run.stderr.contains("it is a link, and no file is written through a link"), "{run}");
            assert_eq!(sandbox.read("outside"), GAMES[3].1.as_bytes());
            assert_eq!(fs::read_dir(folder).unwrap().count(), 1 + written, "{arguments}");
        }
    }

    /// A folder that is a link leads to another folder.
    #[test]
    fn no_file_is_written_through_a_folder_that_is_a_link() {
        let sandbox = Sandbox::new(GAMES);
        for (folder, arguments) in [
            ("out/sub", "convert in -o out --to sgf --force"),
            ("tables/games", "export in --to parquet -o tables --force"),
            ("tables/moves", "export in --to parquet -o tables --force"),
        ] {
            fs::create_dir_all(sandbox.path("elsewhere")).unwrap();
            sandbox.write("elsewhere/part-00007.parquet", "kept");
            fs::create_dir_all(sandbox.path(folder).parent().unwrap()).unwrap();
            symlink(sandbox.path("elsewhere"), sandbox.path(folder)).unwrap();
            let run = sandbox.ishi(arguments);
            assert_eq!(run.code, 2, "{run}");
            assert!(run.stderr.contains("it is a link, and no file is written through a link"), "{run}");
            assert_eq!(fs::read_dir(sandbox.path("elsewhere")).unwrap().count(), 1, "{folder}");
            fs::remove_file(sandbox.path(folder)).unwrap();
        }
    }

    /// A file is replaced as a whole, so its other names keep the old text.
    #[test]
    fn a_hard_link_that_is_lost_is_reported() {
        for arguments in ["fmt -q a.ishi", "check -q --fix a.ishi"] {
            let sandbox = Sandbox::new([("a.ishi", "event x\n  b  1 q16\n\u{1a}")]);
            fs::hard_link(sandbox.path("a.ishi"), sandbox.path("b.ishi")).unwrap();
            let run = sandbox.ishi(arguments);
            assert_eq!(run.stderr, "warning: a.ishi: its hard links could not be kept\n", "{arguments}");
            assert_ne!(sandbox.read("a.ishi"), sandbox.read("b.ishi"), "{arguments}");
            let run = sandbox.ishi(arguments);
            assert_eq!(run.to_string(), "exit 0\n", "{arguments}");
        }
    }

    /// A descriptor is read, and its file stays.
    #[test]
    fn the_file_of_a_descriptor_is_not_written() {
        let sandbox = Sandbox::new([("a.ishi", "event x\nb 1 q16\n")]);
        symlink("/dev/stdin", sandbox.path("link")).unwrap();
        let run = |arguments: &str| {
            Run::of(sandbox.command(arguments).stdin(File::open(sandbox.path("a.ishi")).unwrap()), b"")
        };
        for path in ["/dev/stdin", "link", "/dev/fd/0"] {
            let run = run(&format!("fmt -q {path}"));
            assert_eq!((run.code, &*run.stdout), (2, ""), "{run}");
            assert!(run.stderr.contains("not a regular file, so it can't be replaced"), "{run}");
        }
        assert_eq!(sandbox.read("a.ishi"), b"event x\nb 1 q16\n");
    }

    /// Whether the tests were started without SIGINT, as in the background of a script; then it ends no program.
    fn ignores_interrupts() -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
        u64::from_str_radix(ignored.trim(), 16).is_ok_and(|ignored| ignored & 2 != 0)
    }

    #[test]
    fn a_signal_leaves_no_unfinished_file() {
        for (name, number) in [("INT", 2), ("TERM", 15)] {
            if name == "INT" && ignores_interrupts() {
                continue;
            }
            let sandbox = Sandbox::empty();
            let names = || {
                let entries = fs::read_dir(sandbox.path("")).unwrap();
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
            };
            // The program waits for the end of its input, and has begun its output.
            let mut child = sandbox
                .command("export -q - -o out.jsonl")
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            let input = child.stdin.take();
            while names().is_empty() {
                assert!(child.try_wait().unwrap().is_none(), "the program has ended");
                std::thread::sleep(Duration::from_millis(5));
            }
            assert!(names()[0].starts_with(".ishi-"), "{:?}", names());
            assert!(
                Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap().success()
            );
            assert_eq!(child.wait().unwrap().signal(), Some(number), "{name}");
            assert_eq!(names(), Vec::<String>::new(), "{name}");
            drop(input);
        }
    }
}

#[test]
fn a_file_that_exists_is_replaced_only_with_force() {
    let game = "EVENT x\nB 1 Q16\nDIAGRAM\n";
    for command in [
        "show a.ishi -o out.svg",
        "player a.ishi -o out.html",
        "player --script out.js",
        "html a.ishi -o out.html",
        "show a.ishi --format svg --diagrams out",
    ] {
        let sandbox = Sandbox::new([("a.ishi", game)]);
        assert_eq!(sandbox.ishi(command).code, 0, "{command}");
        let again = sandbox.ishi(command);
        assert!(again.code == 2 && again.stderr.contains("it exists; `--force` replaces it"), "{command}: {again}");
        assert_eq!(sandbox.ishi(&format!("{command} --force")).code, 0, "{command}");
    }
}
