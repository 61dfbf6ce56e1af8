import DomoSystem

/// Files for the owner of their folder alone, also if root writes them.
enum OwnedFile {
    /// Replaces a file, mode 0600.
    ///
    /// - Parameter isForService: false if it stays root's.
    static func replace(
        _ path: String,
        with bytes: [UInt8],
        isForService: Bool = true
    ) throws(HouseFault) {
        do throws(FileBytes.Fault) {
            try FileBytes.replace(path, with: bytes, owner: isForService ? .toGive(path) : nil)
        } catch {
            throw HouseFault("can't write \(path): \(error.message)")
        }
    }

    /// Makes a folder, mode 0700, unless it is there, and checks that others can't use it.
    static func makeFolder(_ path: String) throws(HouseFault) {
        do throws(FileBytes.Fault) {
            let isNew = !FileBytes.isThere(path)
            try FileBytes.makeFolder(path, mode: 0o700)
            if isNew, let owner = FileOwner.toGive(path) { try FileBytes.give(path, to: owner) }
        } catch {
            throw HouseFault("can't make \(path): \(error.message)")
        }
        guard let mode = FileStatus.mode(of: path), mode & 0o077 == 0 else {
            throw HouseFault("others can use the folder \(path): chmod 700 \(path)")
        }
    }
}
