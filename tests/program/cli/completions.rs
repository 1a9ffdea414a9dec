use crate::cli::sandbox::Sandbox;

#[test]
fn every_shell_gets_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = Sandbox::empty().ishi(&format!("completions {shell}"));
        assert_eq!(run.code, 0);
        for word in ["explain", "stdin-filename"] {
            assert!(run.stdout.contains(word), "{shell} knows {word}");
        }
        if ["bash", "fish", "zsh"].contains(&shell) {
            for value in ["missing-move=warning", "shift-jis", "crlf", "title", "sarif"] {
                assert!(run.stdout.contains(value), "{shell} completes {value}");
            }
            assert!(run.stdout.contains("duplicate-move"), "{shell} completes codes");
        }
    }
    assert_eq!(Sandbox::empty().ishi("completions tcsh").code, 2);
}
