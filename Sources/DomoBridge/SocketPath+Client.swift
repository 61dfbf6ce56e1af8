public import DomoLanguage
import Glibc

extension SocketPath {
    /// The path of the daemon's socket, as `domo` finds it.
    ///
    /// - Parameter option: the given path; nil if there is none.
    public static func ofClient(option: String?) -> String {
        let paths = candidates(option: option) { name in getenv(name).map { String(cString: $0) } }
        return paths.first { access($0, F_OK) == 0 } ?? paths.last ?? system
    }
}
