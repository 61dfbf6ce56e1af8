import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The file of a recorded scene.
enum RecordedScene {
    /// The file name without its extension: `buenas-noches`
    static func slug(_ name: String) -> String {
        let words = FoldedName.fold(name).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        // A file name has at most 255 bytes.
        var slug = ""
        for character in words.joined(separator: "-") where slug.utf8.count + character.utf8.count <= 200 {
            slug.append(character)
        }
        return slug.isEmpty ? "scene" : slug
    }

    /// The folder of the other scenes if the user may write there, otherwise the current folder.
    static func path(name: String, folder: String?) -> String {
        let file = slug(name) + ".domo"
        guard let folder, access(folder, W_OK | X_OK) == 0 else { return file }
        return folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
    }

    /// - Throws: if something exists there, or no file can be made there.
    static func checkCanWrite(_ path: String) throws(Fault) {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw exists(path) }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard stat(folder, &status) == 0, access(folder, W_OK | X_OK) == 0 else { throw fault(path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            errno = ENOTDIR
            throw fault(path)
        }
    }

    /// - Throws: if something exists there, or the file can't be written; no partial file is left.
    static func write(_ text: String, to path: String) throws(Fault) {
        // The daemon runs as another user, which must be able to read it.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw errno == EEXIST ? exists(path) : fault(path) }
        guard Array(text.utf8).withUnsafeBytes({ Descriptor.write($0, to: descriptor) }) == nil else {
            let fault = fault(path)
            close(descriptor)
            unlink(path)
            throw fault
        }
        // Some file systems report a full disk only now.
        guard close(descriptor) == 0 else {
            let fault = fault(path)
            unlink(path)
            throw fault
        }
    }

    private static func exists(_ path: String) -> Fault {
        Fault(.badRequest, "\(path) already exists", hint: "choose another file: domo record stop --to FILE")
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
