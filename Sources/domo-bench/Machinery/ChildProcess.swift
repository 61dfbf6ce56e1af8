import DomoSystem
import Glibc

/// A program that the bench started.
final class ChildProcess {
    let pid: pid_t
    private let name: String
    /// The file for its output.
    let log: String
    private var ending: Ending?

    struct Ending {
        /// As in a shell: 128 plus the number of a signal.
        var status: Int32
        /// The peak resident memory, in bytes.
        var peakMemory: Int
    }

    init(pid: pid_t, name: String, log: String) {
        self.pid = pid
        self.name = name
        self.log = log
        Interruption.shared.began(pid)
    }

    /// Must be called before the first program is started: waiting with a timeout needs SIGCHLD to be blocked.
    static func prepareWaiting() {
        var signals = childSignal
        sigprocmask(SIG_BLOCK, &signals, nil)
    }

    private static var childSignal: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGCHLD)
        return signals
    }

    /// Whether it has ended.
    var hasEnded: Bool { reap() != nil }

    /// Waits for its end, and kills it after the timeout.
    func wait(seconds: Double) throws(BenchFault) -> Ending {
        let limit = Moment.now().after(seconds: seconds)
        var signals = Self.childSignal
        while true {
            if let ending = reap() { return ending }
            let left = limit.millisecondsLeft
            guard left > 0 else {
                kill(pid, SIGKILL)
                waitpid(pid, nil, 0)
                Interruption.shared.ended(pid)
                ending = Ending(status: 128 + SIGKILL, peakMemory: 0)
                throw BenchFault("\(name) did not end within \(Int(seconds)) s\(lastWords)")
            }
            var time = timespec(tv_sec: Int(left) / 1000, tv_nsec: Int(left) % 1000 * 1_000_000)
            sigtimedwait(&signals, nil, &time)
        }
    }

    /// Waits until it ends with status 0.
    @discardableResult
    func success(seconds: Double) throws(BenchFault) -> Ending {
        let ending = try wait(seconds: seconds)
        guard ending.status == 0 else { throw BenchFault("\(name) ended with status \(ending.status)\(lastWords)") }
        return ending
    }

    /// Terminates it, and kills it if that takes too long.
    func stop() {
        guard reap() == nil else { return }
        kill(pid, SIGTERM)
        do {
            _ = try wait(seconds: 8)
        } catch {
            StandardStream.error.writeLine("\(error)")
        }
    }

    private func reap() -> Ending? {
        if let ending { return ending }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(pid, &status, WNOHANG, &usage) == pid else { return nil }
        Interruption.shared.ended(pid)
        let signal = status & 0x7F
        ending = Ending(
            status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
            peakMemory: usage.ru_maxrss * 1024
        )
        return ending
    }

    /// The end of its output, to append to a message.
    var lastWords: String {
        do {
            let lines = try TextFile.read(log).split(separator: "\n")
            return lines.isEmpty ? "" : "; its output: \(lines.suffix(3).joined(separator: " | "))"
        } catch {
            return "; its log can't be read: \(error)"
        }
    }

    /// Waits until it has printed a line with a prefix.
    /// - Returns: the rest of that line.
    func line(after prefix: String, seconds: Double = 10) throws(BenchFault) -> String {
        let limit = Moment.now().after(seconds: seconds)
        while Moment.now() < limit {
            let lines = try TextFile.read(log).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.hasPrefix(prefix) }) { return String(line.dropFirst(prefix.count)) }
            guard !hasEnded else { throw BenchFault("\(name) ended\(lastWords)") }
            Moment.now().after(seconds: 0.02).sleep()
        }
        throw BenchFault("\(name) did not print \"\(prefix)\" within \(Int(seconds)) s\(lastWords)")
    }

    // MARK: Resources

    /// In bytes.
    func residentMemory() throws(BenchFault) -> Int { try bytes("VmRSS:", of: "status") }

    /// In bytes, since its program was executed.
    func peakMemory() throws(BenchFault) -> Int { try bytes("VmHWM:", of: "status") }

    /// In bytes; shared pages count by its share.
    func proportionalMemory() throws(BenchFault) -> Int { try bytes("Pss:", of: "smaps_rollup") }

    /// In bytes; memory that is not backed by files.
    func anonymousMemory() throws(BenchFault) -> Int { try bytes("Anonymous:", of: "smaps_rollup") }

    /// Processor time of all its threads, in seconds.
    func processorTime() throws(BenchFault) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw BenchFault("\(name) has no processor clock: it ended\(lastWords)")
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// How long its threads were runnable but had no core, in seconds; see schedstat in proc(5). Excludes threads that
    /// have ended.
    func waitingTime() throws(BenchFault) -> Double {
        var sum = 0.0
        for thread in try TextFile.entries(of: "/proc/\(pid)/task") {
            let words = try TextFile.read("/proc/\(pid)/task/\(thread)/schedstat").split(separator: " ")
            if words.count > 1, let nanoseconds = Double(words[1]) { sum += nanoseconds / 1e9 }
        }
        return sum
    }

    private func bytes(_ key: String, of file: String) throws(BenchFault) -> Int {
        try TextFile.kilobytes(key, in: "/proc/\(pid)/\(file)") * 1024
    }
}
