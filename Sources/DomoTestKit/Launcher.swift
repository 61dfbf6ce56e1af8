public import Glibc

/// A program with its arguments and its environment, which can be started many times.
public final class Launcher {
    /// A descriptor of the program. What is not listed and not closed on exec is inherited.
    public enum Descriptor {
        /// Opens a file, with the flags of open(2).
        case file(Int32, String, flags: Int32)
        /// A descriptor of this process, or an earlier one of the list.
        case same(Int32, as: Int32)
    }

    public let path: String
    private let arguments: CStrings
    private let environment: CStrings

    /// - Parameter environment: the whole environment; nothing is inherited.
    public init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.path = path
        self.arguments = CStrings([path] + arguments)
        self.environment = CStrings(environment.map { "\($0)=\($1)" })
    }

    /// Starts it on the cores of the calling thread, with the default action for all signals and none blocked, whatever
    /// this process ignores and blocks.
    public func start(_ descriptors: [Descriptor]) throws(KitFault) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in descriptors {
            switch descriptor {
            case .file(let number, let file, let flags):
                posix_spawn_file_actions_addopen(&actions, number, file, flags, 0o644)
            case .same(let number, let other): posix_spawn_file_actions_adddup2(&actions, other, number)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let status = posix_spawn(&pid, path, &actions, &attributes, arguments.pointers, environment.pointers)
        guard status == 0 else { throw KitFault(call: "can't start \(path)", errno: status) }
        return pid
    }
}
