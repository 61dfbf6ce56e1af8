import DomoBridge
import DomoJSON
import DomoSystem

/// Credentials in a file with the seed of a user of the fleet, for its owner alone.
protocol StoredCredentials {
    var json: [UInt8] { get }

    init(json bytes: [UInt8]) throws(HouseFault)
}

extension StoredCredentials {
    /// - Parameter isShared: whether root may have given it to a group.
    init(path: String, isShared: Bool = false) throws(HouseFault) {
        let bytes = try CredentialsFile.read(path, isShared: isShared)
        do throws(HouseFault) {
            try self.init(json: bytes)
        } catch {
            throw HouseFault("the credentials \(path) can't be used: \(error)")
        }
    }
}

/// Reads and writes such files.
enum CredentialsFile {
    static let format = 1
    static let maxBytes = 16 << 10

    /// - Parameter isShared: whether root may have given it to the group of its folder, which must be root's.
    /// - Throws: why the file can't be read. Others must not be able to read it.
    static func read(
        _ path: String,
        maxBytes: Int = maxBytes,
        isShared: Bool = false
    ) throws(HouseFault) -> [UInt8] {
        guard let mode = FileStatus.mode(of: path) else {
            throw HouseFault("can't read the credentials \(path): \(FileBytes.Fault.last().message)")
        }
        guard mode & 0o077 == 0 || isShared && FileStatus.isSharedByRoot(path) else {
            let shown = String(mode & 0o777, radix: 8)
            throw HouseFault(
                "the credentials \(path) have the mode 0\(shown), so that others can use them: chmod 600 \(path)"
            )
        }
        do throws(FileBytes.Fault) {
            guard FileOwner.isRoot else { return try FileBytes.read(path, maxBytes: maxBytes) }
            // In the folder of a service, root opens neither a pipe nor what a link leads to.
            let folder = try ConfinedFolder(parentOf: path)
            guard try !folder.owner().isRoots else { return try FileBytes.read(path, maxBytes: maxBytes) }
            guard let bytes = try folder.read(path.lastPathPart, maxBytes: maxBytes) else {
                throw FileBytes.Fault(message: "it was just removed", code: 2)
            }
            return bytes
        } catch {
            throw HouseFault("can't read the credentials \(path): \(error.message)")
        }
    }

    /// The object in the file, of a version that this program reads.
    static func root(_ bytes: [UInt8], maxMemory: Int = 1 << 20) throws(HouseFault) -> JSONValue {
        guard let root = JSONDocument(bytes, maxDepth: 4, maxMemory: maxMemory)?.root, root.isObject else {
            throw HouseFault("it is not a JSON object")
        }
        guard root["v"]?.integer(Int.self) == Self.format else {
            throw HouseFault("it is not of version \(Self.format)")
        }
        return root
    }

    static func authority(_ root: JSONValue) throws(HouseFault) -> String? {
        let authority = root["ca"]?.string
        guard authority?.isEmpty != true else { throw HouseFault("its ca is not the path of a file") }
        return authority
    }
}
