import DomoLanguage
import Glibc

/// Replaces this process with another program, which is beside this one or in `PATH`.
enum SiblingProgram {
    /// Returns only by throwing, if the program can't be started.
    ///
    /// - Parameter purpose: why the program is needed: `it checks house files`.
    static func start(_ name: String, _ arguments: [String], purpose: String) throws(Fault) -> Never {
        for program in paths(of: name) {
            execute(program, [name] + arguments)
            guard errno == ENOENT || errno == EACCES || errno == ENOTDIR else {
                throw Fault(.unreachable, "can't start \(program): \(String(cString: strerror(errno)))")
            }
        }
        throw Fault(
            .unreachable,
            "can't find \(name) beside domo or in PATH; \(purpose)",
            hint: "install \(name), or add its folder to PATH"
        )
    }

    /// Where a program may be: beside this one, then in the folders of PATH.
    static func paths(of name: String) -> [String] {
        var folders: [String] = []
        if let own = ownPath(), let slash = own.lastIndex(of: "/") { folders.append(String(own[..<slash])) }
        if let path = getenv("PATH") {
            // An empty entry is the current folder.
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

    /// Returns only if the program can't be started; `errno` has the reason.
    private static func execute(_ program: String, _ arguments: [String]) {
        var pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        execv(program, pointers)
    }
}
