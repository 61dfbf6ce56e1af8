import DomoLanguage
import DomoSystem
import Glibc

/// Finds the program `domo-sim`.
enum SimulatorProgram {
    static let name = "domo-sim"

    /// Looks beside the running program, then in the folders of PATH.
    static func find(
        beside own: String = ownProgram,
        path: String = getenv("PATH").map { String(cString: $0) } ?? ""
    ) throws(Fault) -> String {
        let folders = [own.parentFolder] + path.split(separator: ":").map(String.init)
        for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        throw Fault(
            .noSuchFile,
            "--demo: the program \(name) is neither in \(own.parentFolder), beside domod, nor in PATH",
            hint: "install \(name) beside domod, or name a server for the houses with --server"
        )
    }

    /// The path of the running program.
    private static var ownProgram: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            guard count > 0 else { return "" }
            return String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(buffer)).prefix(count), as: UTF8.self)
        }
    }
}
