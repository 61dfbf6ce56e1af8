import DomoLanguage
import DomoSystem
import Glibc

/// Finds the program `domo-sim`.
enum SimulatorProgram {
    static let name = "domo-sim"

    /// Looks beside the running program, then in the folders of PATH.
    static func find(
        beside own: String = OtherProgram.ownPath ?? "",
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

    /// What it needs to find its libraries. Without the last variable its runtime logs that it can't set the priority of
    /// threads.
    static var environment: [String] {
        ["PATH", "LD_LIBRARY_PATH"].compactMap { (name: String) in
            getenv(name).map { value in "\(name)=\(String(cString: value))" }
        } + ["LIBDISPATCH_LOG=NO"]
    }
}
