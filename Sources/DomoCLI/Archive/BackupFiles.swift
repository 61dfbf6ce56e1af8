import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The files that belong to a backup beside the database, with their names in the archive.
struct BackupFiles {
    /// More files are a mistake, such as a configuration in a folder of something else.
    private static let maxFiles = 10_000

    private(set) var files: [SourceFile] = []
    private(set) var hasSecrets = false
    /// Whether the daemon keeps a history.
    let hasDatabase: Bool
    let label: ArchiveLabel

    private let sources: StatusView.Sources?
    private let folder: String?

    /// - Parameter withSecrets: whether to include passwords, tokens for servers, and keys.
    init(_ status: StatusView, withSecrets: Bool) {
        sources = status.sources
        hasDatabase = status.memory != nil
        folder = sources?.configuration.map(\.parentFolder)
        // Other folders may hold anything.
        let isWhole = folder.map { $0.hasSuffix("/domo") } ?? false
        var paths = Set(status.files ?? [])
        var secrets = Set(sources?.secrets ?? [])
        if let folder {
            if isWhole { paths.formUnion(Self.files(below: folder)) }
            secrets.formUnion(ArchivePlace.secretFiles.map { "\(folder)/\($0)" }.filter(FileStatus.isOwnFile))
            for name in ArchivePlace.secretFolders { secrets.formUnion(Self.files(below: "\(folder)/\(name)")) }
        }
        paths = withSecrets ? paths.union(secrets) : paths.subtracting(secrets)
        hasSecrets = withSecrets && !secrets.isEmpty
        label = ArchiveLabel(
            version: domoVersion,
            time: LocalTime.now.rfc3339,
            configuration: sources?.configuration,
            state: sources?.state,
            isWhole: isWhole,
            hasSecrets: hasSecrets
        )
        let kept = withSecrets ? [] : secrets
        files = paths.sorted().map { path in
            // A link to a secret is none of the files that are left out.
            if let real = FileBytes.realPath(path), real != path, kept.contains(real) {
                return .unreadable(path: path, reason: "it is a symbolic link to a secret")
            }
            return SourceFile(path: path, below: root(of: path), name: name(of: path))
        }
        if let sources { files += stateFiles(in: sources.state, withSecrets: withSecrets) }
        if folder == "/etc/domo" {
            for name in ArchivePlace.unitDefaults where FileBytes.isThere("\(ArchivePlace.defaultsFolder)/\(name)") {
                let path = "\(ArchivePlace.defaultsFolder)/\(name)"
                files.append(
                    SourceFile(path: path, below: ArchivePlace.defaultsFolder, name: ArchivePlace.defaults.name(name))
                )
            }
        }
    }

    /// The folder that a file must not lead out of: that of the houses, for a scene in their folder `scenes`.
    private func root(of path: String) -> String {
        let parent = path.parentFolder
        let own = parent.lastPathPart == "scenes" ? parent.parentFolder : parent
        guard let folder, path.hasPrefix(folder + "/") else { return own }
        // Those who may write to folders there can't change the folder of the configuration itself.
        let names = path.dropFirst(folder.count + 1).split(separator: "/")
        return names.count > 1 ? "\(folder)/\(names[0])" : folder
    }

    private func name(of path: String) -> String {
        if let folder, path.hasPrefix(folder + "/") {
            return ArchivePlace.configuration.name(String(path.dropFirst(folder.count + 1)))
        }
        return ArchivePlace.elsewhere.name(String(path.drop { $0 == "/" }))
    }

    /// Tokens, hooks, positions on plans, and copies of houses from URLs: not the database, which is in the archive already,
    /// and nothing that is only of use on this machine.
    private func stateFiles(in folder: String, withSecrets: Bool) -> [SourceFile] {
        let names = (FileStatus.names(in: folder) ?? []).filter { name in
            (withSecrets || name != StateFolder.hookSecrets) && name != StateFolder.hookDeliveries
                && name != StateFolder.lock && name != StateFolder.running && name != StateFolder.restoredDatabase
                && !name.hasSuffix(".new")
                && !name.hasPrefix(StateFolder.history) && FileStatus.isOwnFile("\(folder)/\(name)")
        }
        let copies = Self.files(below: "\(folder)/\(StateFolder.houses)").map { String($0.dropFirst(folder.count + 1)) }
        return (names + copies).sorted().map {
            SourceFile(path: "\(folder)/\($0)", below: folder, name: ArchivePlace.state.name($0))
        }
    }

    /// The plain files in a folder and its folders, without those that are being written, or that a restore put aside.
    static func files(below folder: String) -> [String] {
        var found: [String] = []
        var folders = [folder]
        while let next = folders.popLast(), found.count < maxFiles {
            for name in FileStatus.names(in: next) ?? [] {
                let path = "\(next)/\(name)"
                if FileStatus.isOwnFolder(path) {
                    if !name.hasPrefix(ArchivePlace.keptPrefix) { folders.append(path) }
                } else if FileStatus.isOwnFile(path), !name.hasSuffix(".part"), !name.hasSuffix(".new") {
                    found.append(path)
                }
            }
        }
        return found
    }
}
