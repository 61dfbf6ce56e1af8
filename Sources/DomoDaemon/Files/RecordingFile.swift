import DomoLanguage
import DomoSystem
import Glibc

/// Keeps the name of the recording that is under way, so that the next run of the daemon can report that it was lost.
struct RecordingFile: Sendable {
    private static let maxBytes = 4096

    /// Nil where it is not kept.
    let path: String?

    init(folder: String?) { path = folder.map { "\($0)/recording" } }

    /// The name that the previous run left behind; nil where there is none. Blocks.
    func read(warn: (String) -> Void) -> String? {
        guard let path, FileBytes.isThere(path) else { return nil }
        do throws(Fault) {
            let name = try FileBytes.text(of: path, below: path.parentFolder, maxBytes: Self.maxBytes)
            return name.isEmpty ? nil : name
        } catch {
            warn(error.message)
            return nil
        }
    }

    /// Blocks.
    ///
    /// - Parameter name: nil where nothing is recorded any more.
    func write(_ name: String?) throws(FileBytes.Fault) {
        guard let path else { return }
        if let name {
            try FileBytes.replace(path, with: Array(name.utf8))
        } else if FileBytes.isThere(path) {
            try FileBytes.remove(path)
        }
    }
}
