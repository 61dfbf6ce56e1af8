import DomoSystem

/// Files whose owner root chooses.
enum OwnedFile {
    enum Audience {
        /// The owner of the folder alone: what root writes into the folder of a service is the service's.
        case ownerOfFolder
        /// This process's user alone.
        case thisUser
        /// A group may read it, and nobody but root may write it.
        case group(FileOwner)
    }

    /// Replaces a file: mode 0600, or 0640 for a group.
    static func replace(
        _ path: String,
        with bytes: [UInt8],
        for audience: Audience = .ownerOfFolder
    ) throws(HouseFault) {
        do throws(FileBytes.Fault) {
            let folder = try ConfinedFolder(parentOf: path)
            let owner: FileOwner?
            var mode: UInt32 = 0o600
            switch audience {
            case .ownerOfFolder: owner = try folder.ownerToGive()
            case .thisUser: owner = nil
            case .group(let group): (owner, mode) = (group.withRootAsUser, 0o640)
            }
            try folder.replace(path.lastPathPart, with: bytes, owner: owner, mode: mode)
        } catch {
            throw HouseFault("can't write \(path): \(error.message)")
        }
    }

    /// Makes a folder, mode 0700, unless it is there, and checks that others can't use it.
    static func makeFolder(_ path: String) throws(HouseFault) {
        do throws(FileBytes.Fault) {
            try FileBytes.makeFolder(path, mode: 0o700)
        } catch {
            throw HouseFault("can't make \(path): \(error.message)")
        }
        guard let mode = FileStatus.mode(of: path), mode & 0o077 == 0 else {
            throw HouseFault("others can use the folder \(path): chmod 700 \(path)")
        }
    }
}
