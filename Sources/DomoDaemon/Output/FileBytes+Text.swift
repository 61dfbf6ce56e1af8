import DomoLanguage
import DomoSystem

extension FileBytes {
    /// The text of a file written by a user.
    ///
    /// - Throws: `no-such-file` if it can't be read, `bad-model` if it is not UTF-8.
    static func text(of path: String, maxBytes: Int) throws(DomoLanguage.Fault) -> String {
        guard !isPipe(path) else {
            throw DomoLanguage.Fault(.noSuchFile, "it is a pipe, not a regular file", hint: "use a regular file")
        }
        let bytes: [UInt8]
        do {
            bytes = try read(path, maxBytes: maxBytes)
        } catch {
            throw DomoLanguage.Fault(.noSuchFile, error.message, hint: "check that domod may read the file")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DomoLanguage.Fault(.badModel, "the file is not UTF-8", hint: "save it as UTF-8")
        }
        return text
    }
}
