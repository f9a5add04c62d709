"""What a child process of a test does when it is sent a signal."""

import signal


def restore_signals() -> None:
    """For `preexec_fn`. What a shell starts in the background, or `nohup`, ignores these, and hands that on."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
