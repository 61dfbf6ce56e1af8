import DomoLanguage
import Glibc

/// An archive made by `domo backup`, whose members are checked before any is used.
final class Archive {
    struct Member {
        var name: String
        var size: Int
        var mode: UInt32
        /// Of the content in the file.
        var offset: Int
    }

    private static let maxMembers = 20_000
    /// Of a member other than the database.
    private static let maxBytes = 64 << 20

    let path: String
    private(set) var members: [Member] = []
    private(set) var isWhole = false
    /// The folder of the configuration that was backed up.
    private(set) var folder: String?
    private let descriptor: CInt

    /// Reads the names of all members.
    ///
    /// - Throws: `bad-database` for what is no such archive, or has members that must not be restored: links, paths that
    ///   lead elsewhere, the same name twice.
    init(path: String) throws(Fault) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Fault(
                .noSuchFile,
                "\(path): \(String(cString: strerror(errno)))",
                hint: "use a file made by \"domo backup\""
            )
        }
        try readMembers()
        if let label = members.first(where: { $0.name == ArchiveLabel.name }) {
            guard label.size < 64 << 10, let text = ArchiveLabel(String(decoding: try bytes(of: label), as: UTF8.self))
            else { throw refusal("\(ArchiveLabel.name) is of another version of domo") }
            (isWhole, folder) = (text.isWhole, text.folder)
            members.removeAll { $0.name == ArchiveLabel.name }
        } else {
            // Of versions that kept whole paths, and no state.
            folder = "/etc/domo"
            for index in members.indices where members[index].name != TarHeader.database {
                members[index].name = Self.nameOfOld(members[index].name)
            }
        }
    }

    /// Whether a file begins as an archive does.
    static func isThere(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var block = [UInt8](repeating: 0, count: TarHeader.length)
        return pread(file, &block, block.count, 0) == block.count && TarHeader.Parsed(block) != nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private static func nameOfOld(_ name: String) -> String {
        let folder = "etc/domo/"
        return name.hasPrefix(folder)
            ? ArchivePlace.configuration.name(String(name.dropFirst(folder.count))) : ArchivePlace.elsewhere.name(name)
    }

    private func readMembers() throws(Fault) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw refusal("it is not a plain file")
        }
        let length = Int(status.st_size)
        var offset = 0
        var names: Set<String> = []
        while true {
            let block = try read(at: offset, count: TarHeader.length)
            // Two blocks of zeros end an archive.
            if block.allSatisfy({ $0 == 0 }) { break }
            guard let header = TarHeader.Parsed(block) else { throw refusal("it is damaged at byte \(offset)") }
            offset += TarHeader.length
            guard header.isFile else {
                throw refusal("\(header.name) is a link or not a plain file; a backup has none")
            }
            guard Self.isPlain(header.name) else { throw refusal("the name \(header.name) leads out of the archive") }
            guard names.insert(header.name).inserted else { throw refusal("it has \(header.name) twice") }
            guard header.size <= length - offset else { throw refusal("it is truncated in \(header.name)") }
            guard names.count <= Self.maxMembers, header.size <= Self.maxBytes || header.name == TarHeader.database
            else {
                throw refusal("\(header.name) is too large, or there are too many files")
            }
            members.append(Member(name: header.name, size: header.size, mode: header.mode & 0o777, offset: offset))
            offset += header.size + TarHeader.padding(after: header.size).count
        }
    }

    /// Whether a name leads to a place below the folder that it is relative to.
    static func isPlain(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
            && !name.unicodeScalars.contains { $0.value < 32 }
    }

    private func refusal(_ reason: String) -> Fault {
        Fault(
            .badDatabase,
            "\(path) can't be restored: \(reason)",
            hint: "nothing was changed; use a file made by \"domo backup\""
        )
    }

    // MARK: Content

    func bytes(of member: Member) throws(Fault) -> [UInt8] { try read(at: member.offset, count: member.size) }

    /// Gives the content part by part.
    func copy(_ member: Member, _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void) throws(Fault) {
        var done = 0
        while done < member.size {
            let part = try read(at: member.offset + done, count: min(1 << 20, member.size - done))
            try part.withUnsafeBytes { bytes in Result { () throws(Fault) in try write(bytes) } }.get()
            done += part.count
        }
    }

    private func read(at offset: Int, count: Int) throws(Fault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let part = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset + done))
            }
            guard part != 0 else { throw refusal("it is truncated") }
            if part > 0 {
                done += part
            } else if errno != EINTR {
                throw Fault(.noSuchFile, "\(path): \(String(cString: strerror(errno)))")
            }
        }
        return bytes
    }
}
