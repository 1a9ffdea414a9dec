//! The end of stdin, as the system sees it.

/// Returns whether the client has closed its end of stdin, even if there is something left to read. False where the
/// system does not say it.
#[cfg(unix)]
pub(super) fn is_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    // A socket is only half closed if the client keeps its other end.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    const ENDS: PollFlags = PollFlags::RDHUP;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    const ENDS: PollFlags = PollFlags::empty();

    let stdin = std::io::stdin();
    let mut fds = [PollFd::new(&stdin, ENDS)];
    // Without a timeout it would wait for the end.
    poll(&mut fds, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
}

#[cfg(not(unix))]
pub(super) fn is_hung_up() -> bool {
    false
}
