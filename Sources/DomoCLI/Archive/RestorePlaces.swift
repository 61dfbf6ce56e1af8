import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// Where a restore writes.
struct RestorePlaces {
    /// The folder of the configuration file.
    let folder: String
    let state: String
    /// Of the folders with what was there before.
    let keptName: String

    /// - Parameters:
    ///   - configuration: the configuration file; nil for the one that `domod` would use.
    ///   - state: the state folder; nil likewise.
    init(configuration: String?, state: String?) {
        func set(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let file = configuration ?? set("DOMO_CONFIG") ?? "/etc/domo/domod.yaml"
        folder = file.absolutePath.parentFolder
        self.state = (state ?? set("DOMO_STATE") ?? StateFolder.usual(set)).absolutePath
        let digits = LocalTime.now.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        keptName = ArchivePlace.keptPrefix + digits
    }

    /// Whether it writes to the places of the package.
    var isOfPackage: Bool { folder == "/etc/domo" }
}
