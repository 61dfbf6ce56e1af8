import Glibc

/// The files that hold secrets, noted while a configuration is read.
final class SecretFiles {
    /// The folder beside the configuration whose files the service manager may hand over as credentials: the unit has
    /// `LoadCredential=secrets:/etc/domo/secrets`.
    static let folder = "secrets"

    var paths: Set<String> = []
    /// Where the service manager puts credentials, for this process alone; nil where it gives none.
    let credentials: String?

    init(credentials: String? = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }) {
        self.credentials = credentials
    }

    /// The file that a secret is read from. One in the folder of secrets is read from the credentials where it is there:
    /// domod's user need not be able to read the folder itself.
    ///
    /// - Parameters:
    ///   - path: as it is named, a whole path.
    ///   - folder: of the configuration.
    func file(of path: String, besides folder: String) -> String {
        let start = "\(folder)/\(Self.folder)/"
        guard let credentials, path.hasPrefix(start) else { return path }
        // systemd.exec(5): the files of a folder are named after it, with underscores for the slashes.
        let name = path.dropFirst(start.count).map { $0 == "/" ? "_" : $0 }
        let given = "\(credentials)/\(Self.folder)_\(String(name))"
        return access(given, F_OK) == 0 ? given : path
    }
}
