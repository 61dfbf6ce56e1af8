import DomoLanguage
import DomoModel
import Glibc

/// Where a scene that was recorded is put.
enum RecordedScene {
    /// The file's name without its ending: `buenas-noches`
    static func slug(_ name: String) -> String {
        let words = FoldedName.fold(name).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        // A file's name has at most 255 bytes.
        var slug = ""
        for character in words.joined(separator: "-") where slug.utf8.count + character.utf8.count <= 200 {
            slug.append(character)
        }
        return slug.isEmpty ? "scene" : slug
    }

    /// The place beside the other scenes where that is a folder of the user's, else the folder of the moment.
    static func path(name: String, folder: String?) -> String {
        let file = slug(name) + ".domo"
        guard let folder, access(folder, W_OK | X_OK) == 0 else { return file }
        return folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
    }

    /// - Throws: where there is something already.
    static func checkIsFree(_ path: String) throws(Fault) {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw isThere(path) }
    }

    /// - Throws: where there is something already, or the file can't be written; then there is no part of it either.
    static func write(_ text: String, to path: String) throws(Fault) {
        // The daemon reads it as a user of its own.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw errno == EEXIST ? isThere(path) : fault(path) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                let fault = fault(path)
                close(descriptor)
                unlink(path)
                throw fault
            }
        }
        // Some file systems find out only now that there is no room.
        guard close(descriptor) == 0 else {
            let fault = fault(path)
            unlink(path)
            throw fault
        }
    }

    private static func isThere(_ path: String) -> Fault {
        Fault(.badRequest, "\(path) is there already", hint: "choose another file: domo record stop --to FILE")
    }

    private static func fault(_ path: String) -> Fault {
        let error = errno
        return Fault(
            error == EACCES || error == EPERM || error == EROFS ? .notAllowed : .noSuchFile,
            "\(path): \(String(cString: strerror(error)))",
            hint: "choose another file: domo record stop --to FILE"
        )
    }
}
