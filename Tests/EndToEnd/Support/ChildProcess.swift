import Foundation

/// A program that runs in the background. Its output is kept. Every wait has a timeout, which only ends what would
/// otherwise hang: it is long enough for any machine.
final class ChildProcess: @unchecked Sendable {
    // Sendable because mutable state is protected by `condition`.

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Held while a program is started, so that no other program inherits its pipes.
    private static let starting = NSLock()

    let pid: pid_t
    let name: String
    private let condition = NSCondition()
    private var printed: [UInt8] = []
    private var complaints: [UInt8] = []
    private var ending: Int32?

    /// - Parameters:
    ///   - environment: the whole environment; nothing is inherited.
    ///   - input: a file for its standard input; empty by default.
    init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        input: String = "/dev/null"
    ) throws {
        name = program
        Self.starting.lock()
        defer { Self.starting.unlock() }
        var output: [Int32] = [0, 0]
        var errors: [Int32] = [0, 0]
        guard pipe(&output) == 0, pipe(&errors) == 0 else {
            throw Failure(description: "no pipe for \(program): \(String(cString: strerror(errno)))")
        }
        for end in output + errors where fcntl(end, F_SETFD, FD_CLOEXEC) != 0 {
            throw Failure(description: "a pipe of \(program): \(String(cString: strerror(errno)))")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        posix_spawn_file_actions_adddup2(&actions, errors[1], 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Default signals, whatever the test runner ignores.
        var usual = sigset_t()
        sigfillset(&usual)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + settings { free(word) } }
        let path = program.contains("/") ? program : "\(Programs.folder)/\(program)"
        var pid: pid_t = 0
        let error = posix_spawn(&pid, path, &actions, &attributes, &words, &settings)
        close(output[1])
        close(errors[1])
        guard error == 0 else {
            close(output[0])
            close(errors[0])
            throw Failure(description: "\(path) can't be started: \(String(cString: strerror(error)))")
        }
        self.pid = pid
        let (outputEnd, errorEnd) = (output[0], errors[0])
        let thread = Thread { self.follow(outputEnd, errorEnd) }
        thread.stackSize = 256 * 1024
        thread.start()
    }

    /// Reads the output of the program, and then its exit status.
    private func follow(_ output: Int32, _ errors: Int32) {
        var descriptors = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while descriptors.contains(where: { $0.fd >= 0 }) {
            guard poll(&descriptors, 2, -1) > 0 else { continue }
            for index in 0...1 where descriptors[index].revents != 0 {
                let count = read(descriptors[index].fd, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                condition.lock()
                if count > 0, index == 0 { printed += buffer[..<count] }
                if count > 0, index == 1 { complaints += buffer[..<count] }
                condition.broadcast()
                condition.unlock()
                if count <= 0 {
                    close(descriptors[index].fd)
                    descriptors[index].fd = -1
                }
            }
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        condition.lock()
        // As in a shell: 128 plus the signal.
        ending = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
        condition.broadcast()
        condition.unlock()
    }

    var output: String { locked { String(decoding: printed, as: UTF8.self) } }
    var errorOutput: String { locked { String(decoding: complaints, as: UTF8.self) } }
    /// Nil while it runs.
    var status: Int32? { locked { ending } }

    private func locked<Value>(_ body: () -> Value) -> Value {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }

    /// Waits until `found` finds something in the output and the standard error.
    func wait<Value>(
        for what: String,
        within seconds: Double = 60,
        _ found: (_ output: String, _ errors: String) -> Value?
    ) throws -> Value {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            let (output, errors) = (
                String(decoding: printed, as: UTF8.self), String(decoding: complaints, as: UTF8.self)
            )
            if let value = found(output, errors) { return value }
            if let ending {
                throw Failure(description: "\(name) ended with \(ending) before \(what):\n\(output)\(errors)")
            }
            guard condition.wait(until: deadline) else {
                throw Failure(
                    description:
                        "\(name): no \(what) within \(seconds) s:\n\(output.suffix(2000))\(errors.suffix(2000))"
                )
            }
        }
    }

    /// Waits for its end.
    func waitForEnd(within seconds: Double = 120) throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while ending == nil {
            guard condition.wait(until: deadline) else {
                throw Failure(description: "\(name) runs on after \(seconds) s")
            }
        }
        return ending ?? -1
    }

    /// True if it does not end within a time.
    func staysRunning(for seconds: Double) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while ending == nil { guard condition.wait(until: end) else { return true } }
        return false
    }

    func send(_ signal: Int32) {
        // A process that has been waited for has no process id any more.
        locked { if ending == nil { kill(pid, signal) } }
    }

    /// Kills it.
    func finish() {
        send(SIGKILL)
        do {
            _ = try waitForEnd()
        } catch {
            fatalError("\(error), though it was killed")
        }
    }
}
