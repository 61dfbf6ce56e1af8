import Glibc

/// Reads and writes small files as a whole.
public enum FileBytes {
    public struct Fault: Error, Equatable, Sendable {
        /// The error message of the system.
        public var message: String
        public var code: Int32

        public init(message: String, code: Int32) {
            self.message = message
            self.code = code
        }

        public static func last() -> Fault { Fault(message: String(cString: strerror(errno)), code: errno) }
    }

    public static func read(_ path: String, maxBytes: Int) throws(Fault) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .last() }
        defer { close(file) }
        return try read(file, maxBytes: maxBytes)
    }

    /// Reads a file that the caller names, through links, if it is a regular one: a pipe would block, and a device may do
    /// anything. /dev/null is an empty file, as everywhere.
    public static func readRegular(_ path: String, maxBytes: Int) throws(Fault) -> [UInt8] {
        guard let real = realPath(path) else { throw .last() }
        guard real != "/dev/null" else { return [] }
        return try FolderFile.read(real, below: real.parentFolder, maxBytes: maxBytes)
    }

    /// Reads an open file.
    static func read(_ file: CInt, maxBytes: Int) throws(Fault) -> [UInt8] {
        // One more than the file has, so that the first block is the only one.
        var bytes = try readBlock(file, min(max(FileStatus.size(of: file), 4095), 65_535) + 1)
        while bytes.count <= maxBytes {
            // Files of the kernel have no size, and pipes give what they have.
            let block = bytes.isEmpty ? [] : try readBlock(file, 65_536)
            if block.isEmpty { return bytes }
            bytes += block
        }
        throw Fault(message: "the file is longer than \(maxBytes) bytes", code: EFBIG)
    }

    /// - Returns: what one call reads; empty at the end of the file.
    private static func readBlock(_ file: CInt, _ size: Int) throws(Fault) -> [UInt8] {
        while true {
            var fault: Fault?
            // Not filled with zeros first.
            let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let result = Glibc.read(file, buffer.baseAddress, buffer.count)
                if result < 0 { fault = .last() }
                count = max(result, 0)
            }
            guard let fault else { return bytes }
            guard fault.code == EINTR else { throw fault }
        }
    }

    /// Replaces a file atomically: the path always has either the complete old file or the complete new one.
    ///
    /// - Parameter permissions: of the new file.
    public static func replace(
        _ path: String,
        with bytes: [UInt8],
        permissions: UInt32 = 0o600
    ) throws(Fault) {
        let draft = "\(path).new"
        // One that a power cut left behind, or that somebody else put there: a pipe, or another name of a file.
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .last() }
        do throws(Fault) {
            if permissions != 0o600, fchmod(file, permissions) != 0 { throw .last() }
            try write(bytes, to: file)
        } catch {
            close(file)
            unlink(draft)
            throw error
        }
        let isDurable = fsync(file) == 0
        guard isDurable, close(file) == 0, rename(draft, path) == 0 else {
            let fault = Fault.last()
            unlink(draft)
            throw fault
        }
        // The rename is durable when the folder is synced.
        let folder = open(path.parentFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .last() }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .last() }
    }

    /// Creates an empty file, unless it is there. It may be gone after a power cut.
    public static func create(_ path: String) throws(Fault) {
        let file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0, close(file) == 0 else { throw .last() }
    }

    /// Overwrites the beginning of an existing file.
    public static func overwrite(_ path: String, with bytes: [UInt8]) throws(Fault) {
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw .last() }
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                pwrite(file, buffer.baseAddress! + written, bytes.count - written, off_t(written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last() }
            written += count
        }
        guard fdatasync(file) == 0 else { throw .last() }
    }

    /// Writes all bytes at the current position.
    public static func write(_ bytes: [UInt8], to file: CInt) throws(Fault) {
        guard bytes.withUnsafeBytes({ Descriptor.write($0, to: file) }) == nil else { throw .last() }
    }

    public static func remove(_ path: String) throws(Fault) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .last() }
    }

    /// Creates a folder and its parents.
    public static func makeFolder(_ path: String, mode: UInt32 = 0o755) throws(Fault) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/\(part)"
            guard mkdir(made, mode) != 0, errno != EEXIST else { continue }
            throw .last()
        }
    }

    /// Creates a folder for its owner alone, with a new name.
    public static func makeTemporaryFolder(_ prefix: String) throws(Fault) -> String {
        let path = strdup("\(prefix)XXXXXX")
        defer { free(path) }
        guard let path, mkdtemp(path) != nil else {
            let fault = Fault.last()
            throw Fault(message: "can't make a folder \(prefix)XXXXXX: \(fault.message)", code: fault.code)
        }
        return String(cString: path)
    }

    /// The names in a folder, sorted.
    public static func names(in folder: String) throws(Fault) -> [String] {
        guard let names = FileStatus.names(in: folder) else { throw .last() }
        return names.sorted()
    }

    public static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

    public static func isThere(_ path: String) -> Bool { kind(of: path) != nil }

    /// The path without links; nil if there is no such file.
    public static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Empty if unknown.
    fileprivate static var workingFolder: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            getcwd(buffer.baseAddress, buffer.count).map { String(cString: $0) } ?? ""
        }
    }

    /// Whether every user of the machine may read the file.
    public static func isForEverybody(_ path: String) -> Bool {
        FileStatus.mode(of: path).map { $0 & S_IROTH != 0 } ?? false
    }

    private static func kind(of path: String) -> mode_t? {
        FileStatus.mode(of: path).map { $0 & S_IFMT }
    }
}

extension String {
    /// The folder that contains the path.
    public var parentFolder: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }

    /// The last component of the path.
    public var lastPathPart: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[utf8.index(after: $0)...]) } ?? self
    }

    /// The absolute path, without empty components and `.`.
    public var absolutePath: String {
        let whole = hasPrefix("/") ? self : "\(FileBytes.workingFolder)/\(self)"
        let parts = whole.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        return "/" + parts.filter { $0 != "." }.joined(separator: "/")
    }
}
