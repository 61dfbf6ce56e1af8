import DomoSystem
import Glibc

/// The program behind `domo-web --fleet`.
enum FleetProgram {
    private static let name = "domo-fleet-web"

    /// Replaces this program by the one beside it, or in a folder of PATH.
    static func execute(_ arguments: [String]) -> Never {
        guard let path = OtherProgram.path(of: name) else {
            StandardStream.error.write("domo-web: can't find \(name); install the package domo-fleet-server\n")
            exit(127)
        }
        let fault = OtherProgram.become(path, arguments)
        StandardStream.error.write("domo-web: can't run \(path): \(fault.message)\n")
        exit(126)
    }
}
