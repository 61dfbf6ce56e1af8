import DomoSystem
import Glibc

/// The program behind `domo-fleet store`, `tenant` and `person`.
enum StoreProgram {
    private static let name = "domo-fleet-store"

    /// Replaces this program by the one beside it.
    static func execute(_ arguments: [String]) -> Never {
        let own = OtherProgram.ownPath ?? ""
        let path = "\(own.lastIndex(of: "/").map { own[..<$0] } ?? "")/\(name)"
        let fault = OtherProgram.become(path, arguments)
        StandardStream.error.write("domo-fleet: can't run \(path): \(fault.message)\n")
        exit(fault.code == ENOENT ? 127 : 126)
    }
}
