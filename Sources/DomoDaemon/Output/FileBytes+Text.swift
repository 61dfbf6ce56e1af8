import DomoLanguage
import DomoSystem
import Glibc

extension FileBytes {
    /// The text of a file written by a user, which is really in a folder: see `FolderFile`.
    ///
    /// - Throws: `no-such-file` if it can't be read, `bad-model` if it is not UTF-8.
    static func text(
        of path: String,
        below folder: String? = nil,
        maxBytes: Int
    ) throws(DomoLanguage.Fault) -> String {
        let bytes: [UInt8]
        do {
            bytes = try FolderFile.read(path, below: folder ?? path.parentFolder, maxBytes: maxBytes)
        } catch {
            throw DomoLanguage.Fault(.noSuchFile, error.message, hint: hint(for: error))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DomoLanguage.Fault(.badModel, "the file is not UTF-8", hint: "save it as UTF-8")
        }
        return text
    }

    /// What to do about a file that is not read; nothing where the message says it.
    static func hint(for fault: Fault) -> String? {
        switch fault.code {
        case ELOOP, EMLINK: nil
        case EINVAL, EISDIR: "use a regular file"
        default: "check that domod may read the file"
        }
    }
}
