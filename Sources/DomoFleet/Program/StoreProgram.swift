import DomoSystem
import Glibc

/// The program behind `domo-fleet store`.
enum StoreProgram {
    private static let name = "domo-fleet-store"

    /// Replaces this program by the one beside it.
    static func execute(_ arguments: [String]) -> Never {
        let own = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? 0
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(max(count, 0)), as: UTF8.self)
        }
        let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? ""
        let path = "\(folder)/\(name)"
        // execv(3) returns only if it failed; then the process ends.
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        let code = errno
        StandardStream.error.write("domo-fleet: can't run \(path): \(String(cString: strerror(code)))\n")
        exit(code == ENOENT ? 127 : 126)
    }
}
