import DomoSystem

/// Whom root lets read a part of the operator's folder: the user of `domo-fleet enrolment`.
///
/// Who owns a folder can replace any file in it, also one of root. So the folder is root's (0750, with the group of the
/// service); `houses/` is the service's (0700); the group reads `fleet.json`, `ca.pem`, `house.seed` and `enrolment`
/// (0640); all the rest is root's alone. Without root, and in a folder that root has made for itself, one user has it
/// all.
struct OperatorSharing: Sendable {
    private static let mode: UInt32 = 0o750
    private static let houses = "houses"

    /// The service; nil if one user has it all.
    private let service: FileOwner?

    /// For the files that the service reads.
    var audience: OwnedFile.Audience { service.map { .group($0) } ?? .thisUser }

    /// That of a folder with a fleet.
    ///
    /// - Throws: if root is asked to work in the folder of somebody else, who could put any file there meanwhile.
    init(of path: String) throws(HouseFault) {
        guard FileOwner.isRoot else {
            service = nil
            return
        }
        do throws(FileBytes.Fault) {
            let folder = try ConfinedFolder(parentOf: "\(path)/houses")
            let owner = try folder.owner()
            guard owner.isRoots else {
                throw FileBytes.Fault(
                    message: "it belongs to another user, who can replace its files: run the command as that user, or "
                        + "make the folder root's, as systemd-tmpfiles --create domo-fleet-server.conf does",
                    code: 1
                )
            }
            service = try folder.mode() & 0o050 == 0o050 ? owner.userOfGroup : nil
        } catch {
            throw HouseFault("can't use the folder \(path): \(error.message)")
        }
    }

    /// Makes the folder of a fleet, or takes over that of a service.
    init(preparing path: String) throws(HouseFault) {
        do throws(FileBytes.Fault) {
            guard FileOwner.isRoot, FileBytes.isThere(path) else {
                try FileBytes.makeFolder(path, mode: 0o700)
                let folder = try ConfinedFolder(parentOf: "\(path)/houses")
                try Self.check(try folder.mode(), 0o077, "chmod 700")
                _ = try folder.makeFolder(Self.houses, owner: nil)
                service = nil
                return
            }
            service = try Self.takeOver(path)
        } catch {
            throw HouseFault("can't make \(path): \(error.message)")
        }
    }

    private static func takeOver(_ path: String) throws(FileBytes.Fault) -> FileOwner? {
        let folder = try ConfinedFolder(path)
        let (owner, mode) = (try folder.owner(), try folder.mode())
        if owner.isRoots, mode & 0o077 == 0 {
            _ = try folder.makeFolder(houses, owner: nil)
            return nil
        }
        try check(mode, owner.isRoots ? 0o027 : 0o077, owner.isRoots ? "chmod 750" : "chmod 700")
        guard let service = owner.userOfGroup, owner.isRoots || service == owner else {
            throw FileBytes.Fault(
                message: "its group is not that of the user of domo-fleet enrolment alone: others could read the keys",
                code: 1
            )
        }
        // From now on the service can put nothing there; what it has put there before is refused.
        try folder.give(to: owner.withRootAsUser, mode: Self.mode)
        guard try folder.names().allSatisfy({ $0 == houses }) else {
            throw FileBytes.Fault(message: "it is not empty: use an empty or a new folder", code: 1)
        }
        let register = try folder.makeFolder(houses, owner: service)
        guard try register.owner() == service else {
            throw FileBytes.Fault(message: "its folder houses does not belong to the group's user", code: 1)
        }
        return service
    }

    private static func check(_ mode: UInt32, _ refused: UInt32, _ remedy: String) throws(FileBytes.Fault) {
        guard mode & refused == 0 else {
            throw FileBytes.Fault(message: "others can use the folder: \(remedy)", code: 1)
        }
    }
}
