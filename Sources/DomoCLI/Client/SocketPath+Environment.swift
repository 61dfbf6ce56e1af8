import DomoLanguage
import Glibc

extension SocketPath {
    /// The sockets to try in order, by this process's environment.
    static func candidates(option: String?) -> [String] {
        candidates(option: option) { name in getenv(name).map { String(cString: $0) } }
    }
}
