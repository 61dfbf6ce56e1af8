import DomoLanguage
import Glibc

/// Another program of domo, which takes the place of this one: it stands beside it, or in `PATH`.
enum SiblingProgram {
    /// Returns by throwing alone, where the program can't be started.
    ///
    /// - Parameter purpose: what it is there for: `it is what reads house files`.
    static func start(_ name: String, _ arguments: [String], purpose: String) throws(Fault) -> Never {
        for program in paths(of: name) {
            execute(program, [name] + arguments)
            guard errno == ENOENT || errno == EACCES || errno == ENOTDIR else {
                throw Fault(.unreachable, "\(program) can't be started: \(String(cString: strerror(errno)))")
            }
        }
        throw Fault(
            .unreachable,
            "\(name) is neither beside domo nor in PATH; \(purpose)",
            hint: "install \(name), or put its folder in PATH"
        )
    }

    /// Where a program may be: beside this one, then in the folders of PATH.
    static func paths(of name: String) -> [String] {
        var folders: [String] = []
        if let own = ownPath(), let slash = own.lastIndex(of: "/") { folders.append(String(own[..<slash])) }
        if let path = getenv("PATH") {
            // An empty entry means the folder of the moment.
            folders += String(cString: path).split(separator: ":", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "." : String($0) }
        }
        return folders.map { "\($0)/\(name)" }
    }

    private static func ownPath() -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(buffer)).prefix(count), as: UTF8.self)
        }
    }

    /// Returns only when the program can't be started; errno says why.
    private static func execute(_ program: String, _ arguments: [String]) {
        var pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        execv(program, pointers)
    }
}
