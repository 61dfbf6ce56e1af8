import Glibc

/// The files that hold secrets, collected while a configuration is read.
final class SecretFiles {
    /// The folder beside the configuration whose files the service manager may pass as credentials: the unit sets
    /// `LoadCredential=secrets:/etc/domo/secrets`.
    static let folder = "secrets"

    var paths: Set<String> = []
    /// Those that were read.
    var inputs: [InputFile] = []
    /// The folder of this process's credentials; nil if the service manager passes none.
    let credentials: String?

    init(credentials: String? = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }) {
        self.credentials = credentials
    }

    /// The file to read a secret from. A file in the secrets folder is read from the credentials if it is there:
    /// domod's user need not be able to read the folder itself.
    ///
    /// - Parameters:
    ///   - path: the configured file, as an absolute path.
    ///   - folder: the folder of the configuration.
    func file(of path: String, besides folder: String) -> String {
        let start = "\(folder)/\(Self.folder)/"
        guard let credentials, path.hasPrefix(start) else { return path }
        // systemd.exec(5): the names of a folder's files begin with its ID, and underscores replace the slashes.
        let name = path.dropFirst(start.count).map { $0 == "/" ? "_" : $0 }
        let given = "\(credentials)/\(Self.folder)_\(String(name))"
        return access(given, F_OK) == 0 ? given : path
    }
}
