import CLinux
import Glibc

/// Signals that are read from a file descriptor instead of interrupting the program: signalfd(2).
public final class SignalEvents: Sendable {
    public let descriptor: CInt

    /// Blocks the signals for the calling thread, and for those that it starts later.
    ///
    /// - Returns: nil with the reason in `errno` if the process has no file descriptor left.
    public init?(_ signals: [CInt]) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = signalfd(-1, &set, CInt(SFD_NONBLOCK) | CInt(SFD_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The next signal that has arrived; nil if there is none.
    public func next() -> CInt? {
        var info = signalfd_siginfo()
        let count = withUnsafeMutableBytes(of: &info) { read(descriptor, $0.baseAddress, $0.count) }
        return count == MemoryLayout<signalfd_siginfo>.size ? CInt(info.ssi_signo) : nil
    }
}
