import DomoSystem
public import Glibc
import Synchronization

/// A program that runs in the background. Its output is kept. Every wait has a timeout, which only ends what would
/// otherwise hang: it is long enough for any machine.
public final class ChildProcess: Sendable {
    private struct Kept {
        var printed: [UInt8] = []
        var complaints: [UInt8] = []
        var ending: Int32?

        var output: String { String(decoding: printed, as: UTF8.self) }
        var errors: String { String(decoding: complaints, as: UTF8.self) }
    }

    /// Held while a program is started, so that no other program inherits its pipes.
    private static let starting = Mutex(())

    public let pid: pid_t
    public let name: String
    private let kept = Monitor(Kept())

    /// - Parameters:
    ///   - environment: the whole environment; nothing is inherited.
    ///   - input: a file for its standard input; empty by default.
    ///   - descriptors: more descriptors of the program.
    public init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = "/dev/null",
        descriptors: [Launcher.Descriptor] = []
    ) throws(KitFault) {
        name = path
        let launcher = Launcher(path, arguments, environment: environment)
        let started = Self.starting.withLock { _ in
            Result { () throws(KitFault) in try Self.start(launcher, input: input, descriptors) }
        }
        let (pid, output, errors) = try started.get()
        self.pid = pid
        do throws(ThreadFault) {
            let kept = kept
            try WorkerThread.start(name: "domo-child") { Self.follow(pid, output, errors, kept) }
        } catch {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw KitFault(description: "\(error)")
        }
    }

    /// - Returns: the process id, and the ends of the pipes for its output and its standard error.
    private static func start(
        _ launcher: Launcher,
        input: String,
        _ descriptors: [Launcher.Descriptor]
    ) throws(KitFault) -> (pid_t, Int32, Int32) {
        var pipes: [[Int32]] = []
        var pid: Result<pid_t, KitFault> = .failure(KitFault(description: "no pipe"))
        for _ in 0..<2 {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { break }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            pipes.append(ends)
        }
        if pipes.count == 2 {
            pid = Result { () throws(KitFault) in
                try launcher.start(
                    [
                        .file(STDIN_FILENO, input, flags: O_RDONLY), .same(STDOUT_FILENO, as: pipes[0][1]),
                        .same(STDERR_FILENO, as: pipes[1][1]),
                    ] + descriptors
                )
            }
        }
        for ends in pipes {
            close(ends[1])
            if case .failure = pid { close(ends[0]) }
        }
        return (try pid.get(), pipes[0][0], pipes[1][0])
    }

    /// Reads the output of the program, and then its exit status.
    private static func follow(_ pid: pid_t, _ output: Int32, _ errors: Int32, _ kept: Monitor<Kept>) {
        var descriptors = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while descriptors.contains(where: { $0.fd >= 0 }) {
            guard poll(&descriptors, 2, -1) > 0 else { continue }
            for index in 0...1 where descriptors[index].revents != 0 {
                let count = Glibc.read(descriptors[index].fd, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count > 0 {
                    kept.change { kept in
                        if index == 0 { kept.printed += buffer[..<count] } else { kept.complaints += buffer[..<count] }
                    }
                } else {
                    close(descriptors[index].fd)
                    descriptors[index].fd = -1
                }
            }
        }
        // Its process id is free only when it is known to have ended: see `send`.
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        kept.change { kept in
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            kept.ending = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
        }
    }

    public var output: String { kept.read { $0.output } }
    public var errorOutput: String { kept.read { $0.errors } }
    /// Nil while it runs.
    public var status: Int32? { kept.read { $0.ending } }

    /// Waits until `found` finds something in the output and the standard error.
    public func wait<Value>(
        for what: String,
        within seconds: Double = 60,
        _ found: (_ output: String, _ errors: String) -> Value?
    ) throws(KitFault) -> Value {
        let result: Result<Value, KitFault>? = kept.wait(seconds: seconds) { kept in
            if let value = found(kept.output, kept.errors) { return .success(value) }
            guard let ending = kept.ending else { return nil }
            return .failure(
                KitFault(description: "\(name) ended with \(ending) before \(what):\n\(kept.output)\(kept.errors)")
            )
        }
        guard let result else {
            let words = kept.read { "\($0.output.suffix(2000))\($0.errors.suffix(2000))" }
            throw KitFault(description: "\(name): no \(what) within \(seconds) s:\n\(words)")
        }
        return try result.get()
    }

    /// Waits for its end.
    @discardableResult
    public func waitForEnd(within seconds: Double = 120) throws(KitFault) -> Int32 {
        guard let ending = kept.wait(seconds: seconds, for: { $0.ending }) else {
            throw KitFault(description: "\(name) runs on after \(seconds) s")
        }
        return ending
    }

    /// Waits for its end.
    public func finished(within seconds: Double = 120) throws(KitFault) -> Finished {
        let status = try waitForEnd(within: seconds)
        return Finished(status: status, output: output, errors: errorOutput)
    }

    /// True if it does not end within a time.
    public func staysRunning(for seconds: Double) -> Bool { kept.wait(seconds: seconds) { $0.ending } == nil }

    public func send(_ signal: Int32) {
        // A process that has been waited for has no process id any more.
        kept.read { if $0.ending == nil { kill(pid, signal) } }
    }

    /// Kills it.
    public func finish() {
        send(SIGKILL)
        do {
            try waitForEnd()
        } catch {
            fatalError("\(error), though it was killed")
        }
    }

    /// Runs a program to its end, and kills it after the timeout.
    public static func run(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = "/dev/null",
        within seconds: Double = 120
    ) throws(KitFault) -> Finished {
        let child = try ChildProcess(path, arguments, environment: environment, input: input)
        defer { child.finish() }
        return try child.finished(within: seconds)
    }
}
