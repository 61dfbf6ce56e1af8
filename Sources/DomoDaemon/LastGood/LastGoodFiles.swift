import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// Copies of the files of the last load without an error, in the state folder: configuration, dialects, secrets, houses
/// and holidays as one set. If the files can't be loaded at a start, the copies stand in. Scenes are not among them: a
/// scene that is broken now is left out, and must not come back as it was.
///
/// ```
/// last-good/set          when it was loaded, the options of domod, and the digest of each file
/// last-good/files/…      the copies, by their whole paths
/// ```
struct LastGoodFiles: Sendable {
    struct Found: Sendable, Equatable {
        var root: FileRoot
        /// When the files were loaded.
        var since: Timestamp
        /// The files' own paths.
        var files: [String]
    }

    private static let version = "domo last good files 1"
    private static let maxBytes = 64 << 20

    let state: String
    /// The options of domod: a set of other options is not used.
    let options: String

    private var folder: String { "\(state)/\(StateFolder.lastGood)" }
    private var draft: String { "\(state)/\(StateFolder.lastGood).new" }
    private var previous: String { "\(state)/\(StateFolder.lastGood).old" }

    // MARK: - Keeping

    /// Copies the files of a load, unless the copies are the same already, or a file was changed meanwhile: that load is
    /// followed by another.
    ///
    /// - Parameter began: when the load began; a file that was changed since then may not be the one that was loaded.
    func keep(_ inputs: [InputFile], began: Timestamp) throws(FileBytes.Fault) {
        var contents: [String: [UInt8]] = [:]
        var digests: [String: String] = [:]
        for input in inputs where contents[input.path] == nil {
            let bytes =
                if let folder = input.folder {
                    try FolderFile.read(input.source, below: folder, maxBytes: Self.maxBytes)
                } else {
                    try FileBytes.readRegular(input.source, maxBytes: Self.maxBytes)
                }
            guard !isChanged(input.source, since: began) else { return }
            contents[input.path] = bytes
            digests[input.path] = try digest(bytes)
        }
        if let known = read(folder), known.options == options, known.digests == digests { return }
        removeAll(draft)
        try FileBytes.makeFolder(draft, mode: 0o700)
        for (path, bytes) in contents {
            let copy = "\(draft)/files\(path)"
            try FileBytes.makeFolder(copy.parentFolder, mode: 0o700)
            try FileBytes.replace(copy, with: bytes)
        }
        // Last: a set without it is not complete.
        try FileBytes.replace("\(draft)/set", with: Array(text(digests, at: began).utf8))
        removeAll(previous)
        if rename(folder, previous) != 0, errno != ENOENT { throw .last() }
        guard rename(draft, folder) == 0 else { throw .last() }
        removeAll(previous)
    }

    private func isChanged(_ path: String, since began: Timestamp) -> Bool {
        FileStatus.lastChange(of: path).map { $0 > began.milliseconds } ?? true
    }

    private func text(_ digests: [String: String], at time: Timestamp) -> String {
        let files = digests.sorted { $0.key < $1.key }.map { "\($0.value) \(Words.quoted($0.key))\n" }
        return "\(Self.version)\n\(time.rfc3339)\n\(Words.quoted(options))\n" + files.joined()
    }

    // MARK: - Finding

    /// The copies of the last good files; nil if there are none for these options, or they are damaged.
    func find() -> Found? {
        // A power cut between two renames leaves only the previous set.
        for folder in [folder, previous] {
            guard let set = read(folder), set.options == options, !set.digests.isEmpty else { continue }
            let root = FileRoot(folder: "\(folder)/files")
            let isWhole = set.digests.allSatisfy { path, digest in
                do throws(FileBytes.Fault) {
                    return try self.digest(try FileBytes.read(root.file(path), maxBytes: Self.maxBytes)) == digest
                } catch {
                    return false
                }
            }
            if isWhole { return Found(root: root, since: set.since, files: set.digests.keys.sorted()) }
        }
        return nil
    }

    /// The copies, if files of a load differ from them. Files that were not touched since are not read.
    func find(differingFrom inputs: [InputFile]) -> Found? {
        guard let set = read(folder), set.options == options else { return nil }
        // The times of files are a little behind.
        let since = Timestamp(milliseconds: set.since.milliseconds - 1000)
        let sources = Dictionary(inputs.map { ($0.path, $0.source) }) { one, _ in one }
        let isSame =
            set.digests.count == sources.count
            && sources.allSatisfy { path, source in
                set.digests[path] != nil
                    && (!isChanged(source, since: since) || holdSame(source, "\(folder)/files\(path)"))
            }
        return isSame ? nil : find()
    }

    /// Compares two files in pieces: house files are large.
    private func holdSame(_ one: String, _ other: String) -> Bool {
        let files = [one, other].compactMap { path in
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            return descriptor < 0 ? nil : fdopen(descriptor, "r")
        }
        defer { for file in files { fclose(file) } }
        guard files.count == 2 else { return false }
        var pieces = [[UInt8]](repeating: [UInt8](repeating: 0, count: 65_536), count: 2)
        while true {
            let counts = files.indices.map { fread(&pieces[$0], 1, pieces[$0].count, files[$0]) }
            guard counts[0] == counts[1], pieces[0][..<counts[0]] == pieces[1][..<counts[1]] else { return false }
            if counts[0] == 0 { return files.allSatisfy { ferror($0) == 0 } }
        }
    }

    private func read(_ folder: String) -> (since: Timestamp, options: String, digests: [String: String])? {
        let lines: [Substring]
        do throws(FileBytes.Fault) {
            let bytes = try FileBytes.read("\(folder)/set", maxBytes: 1 << 20)
            lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        } catch {
            return nil
        }
        guard lines.count > 3, lines[0] == Self.version, let since = Timestamp(rfc3339: String(lines[1])),
            let options = Self.word(lines[2])
        else { return nil }
        var digests: [String: String] = [:]
        for line in lines.dropFirst(3) where !line.isEmpty {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let path = Self.word(parts[1]) else { return nil }
            digests[path] = String(parts[0])
        }
        return (since, options, digests)
    }

    private static func word(_ text: Substring) -> String? {
        do {
            return try Words.split(String(text)).first?.text
        } catch {
            return nil
        }
    }

    private func digest(_ bytes: [UInt8]) throws(FileBytes.Fault) -> String {
        do throws(Fault) {
            return try TokenDigest(of: bytes).hexadecimal
        } catch {
            throw FileBytes.Fault(message: error.message, code: EIO)
        }
    }

    private func removeAll(_ folder: String) {
        for name in FileStatus.names(in: folder) ?? [] {
            let path = "\(folder)/\(name)"
            if FileStatus.isOwnFolder(path) { removeAll(path) } else { unlink(path) }
        }
        rmdir(folder)
    }
}
