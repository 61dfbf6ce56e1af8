import DomoLanguage
import DomoSystem
import Glibc

/// Writes the files of an archive to their places, while the daemon is stopped: first all of them beside the old ones,
/// then by renaming. What was there before is put aside, in a folder in the same place.
final class FileRestore {
    struct Report {
        var restored = 0
        /// Members that are not restored, with the reason.
        var leftOut: [(name: String, reason: String)] = []
        /// The folders with what was there before.
        var kept: [String] = []
        var hasDatabase = false
    }

    private struct Target {
        var member: Archive.Member
        var folder: String
        var name: String
        var place: ArchivePlace
    }

    private struct Move {
        var from: SafeFolder
        var name: String
        var to: SafeFolder
        var newName: String
    }

    private static let draft = ".part"
    /// Of house files, scenes, holidays and settings.
    private static let endings = [".xml", ".domo", ".holidays", ".yaml"]

    private let archive: Archive
    private let places: RestorePlaces
    private var targets: [Target] = []
    private var report = Report()
    private var folders: [String: SafeFolder] = [:]
    private var moves: [Move] = []
    private var lock: CInt = -1

    /// - Throws: if the daemon is running, or its state folder can't be used.
    init(_ archive: Archive, places: RestorePlaces) throws(Fault) {
        (self.archive, self.places) = (archive, places)
        for member in archive.members { try add(member) }
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// What would be restored.
    var count: Int { targets.count }

    private func add(_ member: Archive.Member) throws(Fault) {
        if member.name == TarHeader.database {
            report.hasDatabase = true
            let name = StateFolder.restoredDatabase
            return targets.append(Target(member: member, folder: places.state, name: name, place: .state))
        }
        let parts = member.name.split(separator: "/", maxSplits: 1).map(String.init)
        guard let place = ArchivePlace(rawValue: parts[0]), parts.count == 2 else {
            return report.leftOut.append((member.name, "it is not known what it is"))
        }
        switch place {
        case .configuration: append(member, place, below: places.folder, parts[1])
        case .state: addState(member, parts[1])
        case .defaults:
            guard ArchivePlace.unitDefaults.contains(parts[1]), places.isOfPackage else {
                return report.leftOut.append((member.name, "it belongs to the units of the package"))
            }
            append(member, place, below: ArchivePlace.defaultsFolder, parts[1])
        case .elsewhere:
            let path = "/\(parts[1])"
            report.leftOut.append((member.name, "it was \(path), outside of \(places.folder); extract it with tar"))
        }
    }

    private func addState(_ member: Archive.Member, _ name: String) {
        switch name {
        case StateFolder.lock, StateFolder.running, StateFolder.restoredDatabase, StateFolder.history:
            report.leftOut.append((member.name, "a backup has no such file"))
        case StateFolder.tokens where has(StateFolder.tokens):
            // A token that was revoked since the backup must not be valid again.
            report.leftOut.append((member.name, "this machine has tokens, which stay as they are"))
        case StateFolder.hooks where has(StateFolder.hooks), StateFolder.hookSecrets where has(StateFolder.hooks):
            report.leftOut.append((member.name, "this machine has hooks, which stay as they are"))
        case StateFolder.push where has(StateFolder.tokens):
            // They belong to tokens, which are not restored either.
            report.leftOut.append((member.name, "the browsers of this machine stay as they are"))
        case StateFolder.orderNumbers where FileBytes.isThere("\(places.state)/\(name)"):
            report.leftOut.append((member.name, "the numbers of orders go on from those of this machine"))
        case StateFolder.notices where FileBytes.isThere("\(places.state)/\(name)"):
            report.leftOut.append((member.name, "the notices of this machine stay as they are"))
        default: append(member, .state, below: places.state, name)
        }
    }

    private func append(_ member: Archive.Member, _ place: ArchivePlace, below folder: String, _ path: String) {
        let whole = "\(folder)/\(path)"
        let parent = whole.parentFolder
        targets.append(
            Target(member: member, folder: parent, name: whole.lastPathPart, place: place)
        )
    }

    private func has(_ name: String) -> Bool {
        do throws(FileBytes.Fault) {
            let path = "\(places.state)/\(name)"
            let bytes = try FolderFile.read(path, below: places.state, maxBytes: 64 << 20)
            // The first line is a header.
            return bytes.split(separator: UInt8(ascii: "\n")).count > 1
        } catch {
            return error.code != ENOENT
        }
    }

    /// Settings that are restored to another folder and still name files in the old one: the daemon would use those.
    func oldNames() throws(Fault) -> [String] {
        guard let old = archive.folder, old != places.folder else { return [] }
        var found: [String] = []
        for target in targets where target.place == .configuration && target.name.hasSuffix(".yaml") {
            let text = String(decoding: try archive.bytes(of: target.member), as: UTF8.self)
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let words = line.prefix { $0 != "#" }.split { " \t\"',[]{}".contains($0) }
                guard words.contains(where: { $0 == old || $0.hasPrefix("\(old)/") }) else { continue }
                found.append(
                    "\(target.folder)/\(target.name):\(number + 1) names \(old), where the backup was made; "
                        + "change it to \(places.folder)"
                )
            }
        }
        return found
    }

    // MARK: - Writing

    /// Restores all files or, if something fails, none.
    func run() throws(Fault) -> Report {
        try takeLock()
        do throws(Fault) {
            for target in targets { try write(target) }
            try putAside()
            for target in targets {
                let folder = try folder(target.folder)
                try move(target.name + Self.draft, in: folder, to: folder, target.name)
                report.restored += 1
            }
        } catch {
            undo()
            throw error
        }
        for folder in folders.values { folder.sync() }
        return report
    }

    private func takeLock() throws(Fault) {
        let folder = try SafeFolder.open(places.state, makes: true, mode: 0o700)
        lock = openat(folder.descriptor, StateFolder.lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw SafeFolder.fault("\(places.state)/\(StateFolder.lock)") }
        guard fchown(lock, folder.owner.user, folder.owner.group) == 0 || errno == EPERM else {
            throw SafeFolder.fault("\(places.state)/\(StateFolder.lock)")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw Fault(
                .busy,
                "domod is running, with the state folder \(places.state)",
                hint:
                    "stop it: systemctl stop domod.socket domod domo-web; or restore only readings and orders, while it "
                    + "runs, with --history"
            )
        }
    }

    private func folder(_ path: String) throws(Fault) -> SafeFolder {
        if let known = folders[path] { return known }
        let opened = try SafeFolder.open(path, makes: true)
        folders[path] = opened
        return opened
    }

    private func write(_ target: Target) throws(Fault) {
        let folder = try folder(target.folder)
        let (draft, path) = (target.name + Self.draft, "\(target.folder)/\(target.name)")
        folder.remove(draft)
        let file = openat(folder.descriptor, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SafeFolder.fault(path) }
        defer { close(file) }
        try archive.copy(target.member) { (bytes: UnsafeRawBufferPointer) throws(Fault) in
            guard Descriptor.write(bytes, to: file) == nil else { throw SafeFolder.fault(path) }
        }
        let owner = folder.owner(of: target.name) ?? folder.owner
        guard fchown(file, owner.user, owner.group) == 0, fchmod(file, target.member.mode) == 0, fsync(file) == 0 else {
            throw SafeFolder.fault(path)
        }
    }

    private func putAside() throws(Fault) {
        let new = Set(targets.map { "\($0.folder)/\($0.name)" })
        var old = new.filter { path in FileStatus.isOwnFile(path) }
        if archive.isWhole {
            // A model house beside the restored one would be another house. Other files stay: domod does not read
            // them, or they are secrets, which the archive may not have.
            let secrets = ArchivePlace.secretFolders.map { "\(places.folder)/\($0)/" }
            let bridges = ArchivePlace.secretFiles.map { "\(places.folder)/\($0)" }
            old.formUnion(
                BackupFiles.files(below: places.folder).filter { path in
                    Self.endings.contains(where: path.hasSuffix) && !secrets.contains(where: path.hasPrefix)
                        && !bridges.contains(path)
                }
            )
        }
        for path in old.sorted() {
            let place = [places.folder, places.state].first { path.hasPrefix($0 + "/") } ?? ArchivePlace.defaultsFolder
            let kept = "\(place)/\(places.keptName)"
            if !report.kept.contains(kept) {
                report.kept.append(kept)
                try protect(try folder(kept))
            }
            let (parent, target) = (path.parentFolder, kept + path.dropFirst(place.count))
            let name = path.lastPathPart
            try move(name, in: try folder(parent), to: try folder(target.parentFolder), name)
        }
    }

    /// There may be secrets in it.
    private func protect(_ folder: SafeFolder) throws(Fault) {
        guard fchmod(folder.descriptor, 0o700) == 0 else { throw SafeFolder.fault(folder.path) }
    }

    private func move(
        _ name: String,
        in folder: SafeFolder,
        to other: SafeFolder,
        _ newName: String
    ) throws(Fault) {
        try folder.rename(name, to: other, newName)
        moves.append(Move(from: folder, name: name, to: other, newName: newName))
    }

    private func undo() {
        for move in moves.reversed() {
            renameat(move.to.descriptor, move.newName, move.from.descriptor, move.name)
        }
        for target in targets { folders[target.folder]?.remove(target.name + Self.draft) }
        for kept in report.kept { removeEmpty(kept) }
    }

    private func removeEmpty(_ folder: String) {
        for name in FileStatus.names(in: folder) ?? [] where FileStatus.isOwnFolder("\(folder)/\(name)") {
            removeEmpty("\(folder)/\(name)")
        }
        rmdir(folder)
    }
}

extension FileRestore.Report: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("restored")
            json.number(restored)
            json.key("leftOut")
            json.array(leftOut) { json, member in
                json.object { json in
                    json.key("name")
                    json.string(member.name)
                    json.key("reason")
                    json.string(member.reason)
                }
            }
            json.key("kept")
            json.array(kept) { json, folder in json.string(folder) }
        }
    }
}
