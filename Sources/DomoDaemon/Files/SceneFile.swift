import DomoLanguage
import DomoSystem
import Glibc

/// The file of one scene, as `script` shows and saves it.
struct SceneFile: Sendable {
    let name: String
    let path: String

    /// Blocks.
    func read() throws(Fault) -> SceneText {
        let text = try FileBytes.text(of: path, below: HouseFolder.of(path), maxBytes: SceneFiles.maxBytes)
        return SceneText(name: name, file: path, text: text, tag: ContentTag.of(text.utf8))
    }

    /// Replaces the text that has the tag. Blocks.
    ///
    /// - Parameter tag: nil if there must be no file yet.
    /// - Returns: the previous text; nil if there was no file.
    func save(_ text: String, over tag: String?) throws(Fault) -> String? {
        let before: String?
        if let tag {
            before = try read(expecting: tag)
        } else {
            guard !FileBytes.isThere(path) else {
                throw Fault(.changed, "\(path) already exists", hint: "choose another name for the scene")
            }
            before = nil
        }
        try write(text)
        return before
    }

    /// Removes the file. Blocks.
    ///
    /// - Returns: the previous text.
    func remove(_ tag: String) throws(Fault) -> String {
        let before = try read(expecting: tag)
        try remove()
        return before
    }

    /// Restores the previous text, unless the file was changed again. Blocks.
    ///
    /// - Parameters:
    ///   - before: the previous text; nil if there was no file.
    ///   - text: the text that replaced it; nil if the file was removed.
    func restore(_ before: String?, over text: String?) throws(Fault) {
        let current = FileBytes.isThere(path) ? try read().text : nil
        guard current == text else { return }
        if let before { try write(before) } else { try remove() }
    }

    private func read(expecting tag: String) throws(Fault) -> String {
        let current = try read()
        guard current.tag == tag else {
            throw Fault(
                .changed,
                "the scene \"\(name)\" has changed since it was read",
                hint: "read it again, then apply your changes"
            )
        }
        return current.text
    }

    private func remove() throws(Fault) {
        do throws(FileBytes.Fault) {
            try FolderFile.requireFolder(path.parentFolder, below: HouseFolder.of(path))
            try FileBytes.remove(path)
        } catch {
            throw Self.fault(path, error)
        }
    }

    private func write(_ text: String) throws(Fault) {
        var status = stat()
        let isThere = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let mode = isThere ? status.st_mode & 0o777 : 0o644
        do throws(FileBytes.Fault) {
            let folder = path.parentFolder
            if !FileBytes.isThere(folder) { try FileBytes.makeFolder(folder) }
            try FolderFile.requireFolder(folder, below: HouseFolder.of(path))
            try FileBytes.replace(path, with: Array(text.utf8), permissions: mode)
        } catch {
            throw Self.fault(path, error)
        }
    }

    private static func fault(_ path: String, _ fault: FileBytes.Fault) -> Fault {
        Fault(
            .badConfiguration,
            "\(path) can't be written: \(fault.message)",
            hint: "give domod's user write access to \(path.parentFolder), and add it to ReadWritePaths= in its unit"
        )
    }
}
