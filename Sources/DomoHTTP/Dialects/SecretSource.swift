/// Where the secrets of a configuration come from: `secret:` and `password:` are in the text itself, `secret-file:`
/// and `password-file:` in files.
public struct SecretSource {
    /// Why a file can't be read.
    public struct Problem: Error {
        public var message: String

        public init(_ message: String) { self.message = message }
    }

    /// Reads the first line of a file.
    let firstLine: (_ path: String) throws(Problem) -> String
    /// Called for each secret in the text itself.
    let noteWritten: () -> Void

    public init(
        firstLine: @escaping (_ path: String) throws(Problem) -> String,
        noteWritten: @escaping () -> Void = {}
    ) {
        self.firstLine = firstLine
        self.noteWritten = noteWritten
    }

    /// A source that reads no files.
    public static var textAlone: SecretSource {
        SecretSource { (_: String) throws(Problem) -> String in throw Problem("secret files can't be used here") }
    }
}
