import DomoLanguage
import DomoSystem
import Glibc

/// Another program, beside this one or in `PATH`.
enum SiblingProgram {
    /// Replaces this process with the program; returns only by throwing, if it can't be started.
    ///
    /// - Parameter purpose: why the program is needed: `it checks house files`.
    static func start(_ name: String, _ arguments: [String], purpose: String) throws(Fault) -> Never {
        for program in OtherProgram.paths(of: name) {
            let fault = OtherProgram.become(program, arguments)
            guard [ENOENT, EACCES, ENOTDIR].contains(fault.code) else {
                throw Fault(.unreachable, "can't start \(program): \(fault.message)")
            }
        }
        throw missing(name, purpose)
    }

    private static func missing(_ name: String, _ purpose: String) -> Fault {
        Fault(
            .unreachable,
            "can't find \(name) beside domo or in PATH; \(purpose)",
            hint: "install \(name), or add its folder to PATH"
        )
    }

    /// Runs the program and waits until it exits.
    ///
    /// - Parameter isCaptured: whether its output is returned; otherwise it goes where that of this program goes.
    static func run(
        _ name: String,
        _ arguments: [String],
        purpose: String,
        isCaptured: Bool
    ) throws(Fault) -> (status: ExitStatus, output: [UInt8]) {
        guard let program = OtherProgram.path(of: name) else { throw missing(name, purpose) }
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw Fault(.unreachable, "can't create a pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isCaptured { posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) }
        var words = ([name] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let error = posix_spawn(&pid, program, &actions, nil, &words, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard error == 0 else {
            throw Fault(.unreachable, "can't start \(program): \(String(cString: strerror(error)))")
        }
        let output = isCaptured ? readAll(ends[0]) : []
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        guard status & 0x7F == 0 else { throw Fault(.unreachable, "\(program) was ended by signal \(status & 0x7F)") }
        return (ExitStatus(rawValue: (status >> 8) & 0xFF) ?? .unreachable, output)
    }

    private static func readAll(_ descriptor: CInt) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { return bytes }
        }
    }
}
