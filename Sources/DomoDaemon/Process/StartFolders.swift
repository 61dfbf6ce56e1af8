import DomoSystem
import Glibc
import Synchronization

/// The folders that a start creates. A start that fails leaves none of them behind.
final class StartFolders: Sendable {
    /// Outer folders first.
    private let created = Mutex<[String]>([])

    /// Creates a folder and those that it is in, where they are missing.
    func make(_ path: String, mode: UInt32) throws(FileBytes.Fault) {
        var missing: [String] = []
        var folder = path.absolutePath
        while !FileBytes.isThere(folder), folder != "/" {
            missing.append(folder)
            folder = folder.parentFolder
        }
        // Before they are created: if only some can be, those are removed too.
        created.withLock { $0 += missing.reversed() }
        try FileBytes.makeFolder(path, mode: mode)
    }

    /// The start succeeded: the folders stay.
    func keep() { created.withLock { $0 = [] } }

    /// Removes the folders with the files that this start has put into them. They did not exist before it.
    func discard() {
        let folders = created.withLock { folders in
            defer { folders = [] }
            return folders
        }
        for folder in folders.reversed() {
            do throws(FileBytes.Fault) {
                for name in try FileBytes.names(in: folder) { unlink("\(folder)/\(name)") }
            } catch {
                // Somebody removed it, or took the right away: there is nothing left to do.
            }
            rmdir(folder)
        }
    }
}
