//! Which files are read, and how they are replaced.

use expect_test::expect;

use crate::cli::check::ERROR;
use crate::cli::sandbox::Sandbox;

const GO: &str = "// a program\npackage main\n\nfunc main() {}\n";

#[test]
fn a_folder_is_searched_for_records() {
    let sandbox = Sandbox::new([
        (".gitignore", "ignored.ishi\nbuild/\n"),
        (".hidden/a.ishi", ERROR),
        ("B.ISHI", ERROR),
        ("a.ishi", ERROR),
        ("build/a.ishi", ERROR),
        ("go/blank.go", "\n \n\t\r\n  event x\r\nB 1 Q16\nB 1 D4\n"),
        ("go/bom.go", "\u{feff}EVENT\nB 1 Q16\nW 1 D4\n"),
        ("go/empty.go", ""),
        ("go/generated.go", "/* B 1 Q16 */\npackage b\n"),
        ("go/imported.go", "import \"fmt\"\n"),
        ("go/program.go", GO),
        ("go/record.go", ERROR),
        ("ignored.ishi", ERROR),
        ("notes.txt", ERROR),
        ("problems/p.prb", ERROR),
        ("sub/.gitignore", "*.prb\n"),
        ("sub/c.ishi", ERROR),
        ("sub/d.prb", ERROR),
    ]);
    let files = |arguments: &str| -> Vec<String> {
        let found = sandbox.found(&format!("--select duplicate-move {arguments}"));
        found.iter().map(|line| line.split(':').next().unwrap().to_owned()).collect()
    };
    let all = ["B.ISHI", "a.ishi", "go/blank.go", "go/bom.go", "go/record.go", "problems/p.prb", "sub/c.ishi"];
    assert_eq!(files(""), all);
    assert_eq!(files("."), all);
    assert_eq!(files("sub go/record.go sub/c.ishi ./go"), ["sub/c.ishi", "go/record.go", "go/blank.go", "go/bom.go"]);
    assert_eq!(files("notes.txt ignored.ishi build"), ["notes.txt", "ignored.ishi", "build/a.ishi"]);
    assert_eq!(files("**/*.go"), ["go/blank.go", "go/bom.go", "go/record.go"]);
    assert_eq!(files("go/*d.go"), ["go/record.go"]);
    assert_eq!(files("./*.{ishi,txt}"), ["a.ishi", "notes.txt"]);
    assert_eq!(files("[a-c].ishi sub/?.ishi"), ["a.ishi", "sub/c.ishi"]);
}

#[test]
fn a_file_that_is_named_is_read_whatever_it_holds() {
    let sandbox = Sandbox::new([("main.go", GO), ("strange[1].txt", ERROR)]);
    assert_eq!(sandbox.ishi("check main.go").code, 1);
    assert_eq!(sandbox.found("strange[1].txt").len(), 1);
}

#[test]
fn a_file_that_cannot_be_read_does_not_hold_up_the_others() {
    let sandbox = Sandbox::new([("a.ishi", ERROR), ("z.ishi", ERROR)]);
    let run = sandbox.ishi("check --format jsonl a.ishi missing.ishi no-*.ishi a[ z.ishi");
    assert_eq!(run.found(), ["a.ishi:3:3 duplicate-move", "z.ishi:3:3 duplicate-move"]);
    let pattern = sandbox.ishi("check none/**/*.go *.ishi");
    assert_eq!(pattern.stderr.lines().next(), Some("error: none/**/*.go: no record matches this pattern"), "{pattern}");
    expect![[r#"
        error: no-*.ishi: no record matches this pattern
        error: a[: `[` without `]`
        error: missing.ishi: No such file or directory (os error 2)
    "#]]
    .assert_eq(&run.stderr);
    assert_eq!(run.code, 2);

    let run = sandbox.ishi("fmt missing.ishi a.ishi");
    expect![[r#"
        exit 2
        --- stderr
        error: missing.ishi: No such file or directory (os error 2)
        1 file left unchanged
    "#]]
    .assert_eq(&run.to_string());
}

#[test]
fn a_name_for_standard_input_without_standard_input_is_wrong_usage() {
    const UNTIDY: &str = "event\nb 1 Q16\n\u{1a}";
    for command in ["fmt", "fmt --check", "check", "check --fix", "check --diff", "check --fix a.ishi", "fmt ."] {
        let sandbox = Sandbox::new([("a.ishi", UNTIDY)]);
        let run = sandbox.ishi_with(&format!("{command} --stdin-filename new.ishi"), UNTIDY);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "ishi {command}\n{run}");
        assert_eq!(run.stderr, "error: `--stdin-filename` needs `-`, which stands for standard input, as the path\n");
        assert_eq!(sandbox.read("a.ishi"), UNTIDY.as_bytes(), "ishi {command}");
    }
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;
    use std::process::{Command, Stdio};

    use super::*;

    const UNTIDY: &str = "event\nb 1 Q16\n";
    const TIDY: &[u8] = b"EVENT\nB 1 Q16\n";

    #[test]
    fn permissions_are_kept_and_nothing_is_left_beside_the_file() {
        let sandbox = Sandbox::new([("a.ishi", UNTIDY)]);
        for mode in [0o640, 0o755, 0o600] {
            sandbox.write("a.ishi", UNTIDY);
            fs::set_permissions(sandbox.path("a.ishi"), Permissions::from_mode(mode)).unwrap();
            assert_eq!(sandbox.ishi("fmt").code, 0);
            assert_eq!(sandbox.read("a.ishi"), TIDY);
            assert_eq!(sandbox.path("a.ishi").metadata().unwrap().permissions().mode() & 0o777, mode);
        }
        assert_eq!(fs::read_dir(sandbox.path("")).unwrap().count(), 1);
    }

    #[test]
    fn a_link_stays_a_link() {
        let sandbox = Sandbox::new([("real/a.ishi", UNTIDY)]);
        symlink("real/a.ishi", sandbox.path("link.ishi")).unwrap();
        assert_eq!(sandbox.ishi("fmt link.ishi").code, 0);
        assert!(sandbox.path("link.ishi").is_symlink());
        assert_eq!(sandbox.read("real/a.ishi"), TIDY);
        // Both names mean one file, which is not to be written twice at a time.
        assert_eq!(sandbox.ishi("fmt link.ishi real/a.ishi").stderr, "1 file left unchanged\n");
        sandbox.write("real/games.csv", "old");
        symlink("real/games.csv", sandbox.path("games.csv")).unwrap();
        assert_eq!(sandbox.ishi("export -q real/a.ishi -o games.csv --force").code, 0);
        assert!(sandbox.path("games.csv").is_symlink() && sandbox.read("real/games.csv").starts_with(b"file,event,"));
    }

    /// While a folder is fixed, somebody else exchanges its files for links to a file outside, and its folders for
    /// links to folders.
    #[test]
    fn a_link_that_takes_the_place_of_a_file_is_not_followed() {
        const FILES: usize = 60;
        const TEXT: &str = "event\nb 1 Q16\nMARKK Q16\n";
        let sandbox = Sandbox::new([("outside/secret.ishi", TEXT), ("outside/sub/0.ishi", TEXT)]);
        let (secret, sub) = (sandbox.path("outside/secret.ishi"), sandbox.path("outside/sub"));
        let outside = || (sandbox.read("outside/secret.ishi"), sandbox.read("outside/sub/0.ishi"));
        let before = outside();
        let folder = sandbox.path("folder");
        for round in 0..8 {
            let _ = fs::remove_dir_all(&folder);
            for nth in 0..FILES {
                sandbox.write(&format!("folder/{nth}.ishi"), TEXT.repeat(50));
                sandbox.write(&format!("folder/{nth}/0.ishi"), TEXT.repeat(50));
            }
            let command = ["fmt folder", "check --fix --unsafe-fixes folder"][round % 2];
            let mut child = sandbox.command(command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            for nth in (0..FILES).rev().cycle().take(3 * FILES) {
                let (file, inner) = (folder.join(format!("{nth}.ishi")), folder.join(nth.to_string()));
                let _ = fs::remove_file(&file).and_then(|()| symlink(&secret, &file));
                let _ = fs::rename(&inner, folder.join(format!("{nth}-moved"))).and_then(|()| symlink(&sub, &inner));
            }
            child.wait().unwrap();
            assert_eq!(outside(), before, "{command}");
        }
    }

    /// Other names of a file keep the old content.
    #[test]
    fn a_file_with_two_names_is_replaced_under_one() {
        let sandbox = Sandbox::new([("a.ishi", UNTIDY)]);
        fs::hard_link(sandbox.path("a.ishi"), sandbox.path("other.txt")).unwrap();
        assert_eq!(sandbox.ishi("fmt").code, 0);
        assert_eq!((sandbox.read("a.ishi"), sandbox.read("other.txt")), (TIDY.to_vec(), UNTIDY.into()));
    }

    /// An opened folder may be somebody else's: what its ignore files lead to is not read, and no file is missed for
    /// it.
    #[test]
    fn an_ignore_file_that_is_not_a_regular_file_is_skipped() {
        type Make = fn(&Path);
        let kinds: [(Make, &str); 7] = [
            (|path| symlink("/dev/zero", path).unwrap(), "it is a link, and links are not followed here"),
            (|path| symlink("/dev/stdin", path).unwrap(), "it is a link, and links are not followed here"),
            (|path| symlink("/etc/passwd", path).unwrap(), "it is a link, and links are not followed here"),
            (|path| symlink("nowhere", path).unwrap(), "it is a link, and links are not followed here"),
            (|path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success()), "it is not a regular file"),
            (|path| fs::create_dir(path).unwrap(), "it is a folder, not a file"),
            (
                |path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap(),
                "larger than 256 KiB, which is more than can be read",
            ),
        ];
        for name in [".gitignore", ".ignore", ".git/info/exclude", "sub/.gitignore"] {
            for (make, reason) in kinds {
                let sandbox = Sandbox::new([(".git/info/x", ""), ("sub/a.ishi", ERROR), ("b.ishi", UNTIDY)]);
                make(&sandbox.path(name));
                let run = sandbox.ishi_with("check --format short", "what the client says");
                assert_eq!(run.code, 1, "{run}");
                assert_eq!(run.stdout.lines().count(), 1, "{run}");
                assert!(run.stderr.starts_with(&format!("warning: skipped ./{name}: {reason}\n")), "{run}");
                let run = sandbox.ishi("fmt --check");
                assert_eq!((run.code, run.stdout.lines().next()), (1, Some("Would reformat: b.ishi")), "{run}");
            }
        }
    }

    #[test]
    fn what_is_read_above_a_folder_ends_at_the_root_of_the_repository() {
        let files = [
            (".gitignore", "*.prb\n"),
            ("repo/.gitignore", "/games/b.ishi\n"),
            ("repo/.git/info/exclude", "c.ishi\n"),
            ("repo/games/.ignore", "!c.ishi\nd.*\n"),
        ];
        let sandbox = Sandbox::new(files);
        for name in ["a.prb", "b.ishi", "c.ishi", "d.ishi"] {
            sandbox.write(&format!("repo/games/{name}"), ERROR);
        }
        let expected = ["repo/games/a.prb:3:3 duplicate-move", "repo/games/c.ishi:3:3 duplicate-move"];
        assert_eq!(sandbox.found("repo/games"), expected);
        symlink("repo/games", sandbox.path("link")).unwrap();
        assert_eq!(sandbox.found("link"), ["link/a.prb:3:3 duplicate-move", "link/c.ishi:3:3 duplicate-move"]);
        // A repository that is a link is not one.
        fs::rename(sandbox.path("repo/.git"), sandbox.path("moved")).unwrap();
        symlink("../moved", sandbox.path("repo/.git")).unwrap();
        assert_eq!(sandbox.found("repo").len(), 2);
    }

    #[test]
    fn links_below_a_folder_are_not_followed() {
        let sandbox = Sandbox::new([("games/a.ishi", ERROR), ("other/b.ishi", ERROR)]);
        symlink("../other", sandbox.path("games/folder")).unwrap();
        symlink("../other/b.ishi", sandbox.path("games/b.ishi")).unwrap();
        symlink("/dev/zero", sandbox.path("games/zero.ishi")).unwrap();
        symlink("/dev/zero", sandbox.path("games/zero.go")).unwrap();
        assert!(Command::new("mkfifo").arg(sandbox.path("games/pipe.ishi")).status().unwrap().success());
        assert_eq!(sandbox.found("games"), ["games/a.ishi:3:3 duplicate-move"]);
    }

    #[test]
    fn a_read_only_file_is_not_written() {
        let sandbox = Sandbox::new([("a.ishi", UNTIDY), ("b.ishi", UNTIDY)]);
        fs::set_permissions(sandbox.path("a.ishi"), Permissions::from_mode(0o444)).unwrap();
        let run = sandbox.ishi("fmt");
        expect![[r#"
            exit 2
            --- stderr
            error: a.ishi: the file is read-only
            1 file reformatted
        "#]]
        .assert_eq(&run.to_string());
        assert_eq!(sandbox.read("a.ishi"), UNTIDY.as_bytes());
        assert_eq!(sandbox.read("b.ishi"), TIDY);
        assert_eq!(sandbox.ishi("fmt --check a.ishi").code, 1);
    }

    #[test]
    fn what_cannot_be_opened_is_named_with_the_reason() {
        let sandbox = Sandbox::new([("a.ishi", ERROR)]);
        symlink("loop.ishi", sandbox.path("loop.ishi")).unwrap();
        symlink("nowhere", sandbox.path("broken.ishi")).unwrap();
        let run = sandbox.ishi("check --format short loop.ishi broken.ishi a.ishi");
        assert_eq!(run.code, 2);
        let reasons: Vec<&str> = run.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        assert!(
            reasons[0].starts_with("error: loop.ishi: ") && reasons[1].starts_with("error: broken.ishi: "),
            "{run}"
        );
        assert!(run.stdout.starts_with("a.ishi:3:3: "), "{run}");
        assert_eq!(sandbox.ishi("check --ignore duplicate-move .").code, 0, "links met in a folder are left out");
    }

    #[test]
    fn a_pipe_is_read_and_never_replaced() {
        let sandbox = Sandbox::empty();
        let run = sandbox.ishi_with("fmt /dev/stdin", UNTIDY);
        assert_eq!(run.code, 2, "{run}");
        let run = sandbox.ishi_with("check --format short /dev/stdin", ERROR);
        assert!(run.stdout.starts_with("/dev/stdin:3:3: error[duplicate-move]"), "{run}");
    }

    #[test]
    fn a_folder_that_cannot_be_searched_is_named() {
        let sandbox = Sandbox::new([("closed/a.ishi", ERROR), ("open/a.ishi", ERROR)]);
        fs::set_permissions(sandbox.path("closed"), Permissions::from_mode(0o000)).unwrap();
        let is_closed = fs::read_dir(sandbox.path("closed")).is_err();
        let run = sandbox.ishi("check --format short");
        fs::set_permissions(sandbox.path("closed"), Permissions::from_mode(0o755)).unwrap();
        // Nothing is closed to the superuser.
        if is_closed {
            assert!(run.stderr.contains("error: closed: ") && run.stdout.contains("open/a.ishi:3:3"), "{run}");
            assert_eq!(run.code, 2);
        }
    }
}
