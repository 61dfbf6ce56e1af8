import DomoLanguage
import Glibc

/// The file of one scene, as `script` shows and saves it.
struct SceneFile: Sendable {
    let name: String
    let path: String

    /// Another for each text (FNV-1a).
    static func tag(of text: String) -> String {
        String(text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }

    /// Blocks.
    func read() throws(Fault) -> SceneText {
        let text = try FileBytes.text(of: path, longest: SceneFiles.longest)
        return SceneText(name: name, file: path, text: text, tag: Self.tag(of: text))
    }

    /// Puts a text in place of the one that has the tag. Blocks.
    ///
    /// - Parameter tag: nil where there must be no file.
    /// - Returns: what was there before.
    func save(_ text: String, over tag: String?) throws(Fault) -> String? {
        let before: String?
        if let tag {
            let current = try read()
            guard current.tag == tag else {
                throw Fault(
                    .changed,
                    "the scene \"\(name)\" was changed since it was read",
                    hint: "read it again, then put your changes into it"
                )
            }
            before = current.text
        } else {
            guard !FileBytes.isThere(path) else {
                throw Fault(.changed, "\(path) already exists", hint: "choose another name for the scene")
            }
            before = nil
        }
        try write(text)
        return before
    }

    /// Puts back what `save` returned. Blocks.
    func restore(_ before: String?) throws(Fault) {
        if let before { return try write(before) }
        do {
            try FileBytes.remove(path)
        } catch {
            throw Self.fault(path, error)
        }
    }

    private func write(_ text: String) throws(Fault) {
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
        do throws(FileBytes.Fault) {
            let folder = path.parentFolder
            if !FileBytes.isThere(folder) { try FileBytes.makeFolder(folder) }
            try FileBytes.replace(path, with: Array(text.utf8))
            guard chmod(path, mode) == 0 else { throw .last() }
        } catch {
            throw Self.fault(path, error)
        }
    }

    private static func fault(_ path: String, _ fault: FileBytes.Fault) -> Fault {
        Fault(
            .badConfiguration,
            "\(path) can't be written: \(fault.message)",
            hint: "let domod write into \(path.parentFolder): its user, and ReadWritePaths= of its unit"
        )
    }
}
