import ArgumentParser
import DomoLanguage
import Glibc

/// Hands over to `domod --check`, so that one reader of house files serves both.
struct CheckVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validate house files, scenes and holidays; no daemon is needed.",
        usage: "domo check [-v] FILE|FOLDER…"
    )

    @Flag(name: .short, help: "Print what was found.")
    var verbose = false

    @Argument(
        help: "House files, scene files, or folders of them.",
        completion: .file(extensions: ["xml", "domo", "holidays"])
    )
    var files: [String]

    func run() throws {
        let arguments = ["domod", "--check"] + (verbose ? ["-v"] : []) + ["--"] + files
        for program in Self.programs() {
            execute(program, arguments)
            guard errno == ENOENT || errno == EACCES || errno == ENOTDIR else {
                throw Fault(.unreachable, "\(program) can't be started: \(String(cString: strerror(errno)))")
            }
        }
        throw Fault(
            .unreachable,
            "domod is neither beside domo nor in PATH; it is what reads house files",
            hint: "install domod, or put its folder in PATH"
        )
    }

    /// Where domod may be: beside this program, then in the folders of PATH.
    static func programs() -> [String] {
        var folders: [String] = []
        if let own = ownPath(), let slash = own.lastIndex(of: "/") { folders.append(String(own[..<slash])) }
        if let path = getenv("PATH") {
            // An empty entry means the folder of the moment.
            folders += String(cString: path).split(separator: ":", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "." : String($0) }
        }
        return folders.map { $0 + "/domod" }
    }

    private static func ownPath() -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(buffer)).prefix(count), as: UTF8.self)
        }
    }

    /// Returns only when the program can't be started; errno says why.
    private func execute(_ program: String, _ arguments: [String]) {
        var pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        execv(program, pointers)
    }
}
