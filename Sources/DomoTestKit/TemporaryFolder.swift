import Glibc

/// A folder for one test, removed with its last reference or before. Its path is short, because a socket path has at
/// most 107 bytes.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws(KitFault) {
        var template = Array("/tmp/domo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw KitFault(call: "no temporary folder") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a file, and the folders above it.
    /// - Returns: its path.
    @discardableResult
    public func write(_ name: String, _ text: String) throws(KitFault) -> String {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw KitFault(call: folder) }
        }
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "we") else { throw KitFault(call: file) }
        let bytes = Array(text.utf8)
        let count = fwrite(bytes, 1, bytes.count, stream)
        guard fclose(stream) == 0, count == bytes.count else { throw KitFault(call: file) }
        return file
    }

    public func holds(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

    /// Removes the folder and everything in it.
    public func remove() {
        guard access(path, F_OK) == 0 else { return }
        do {
            let removal = try ChildProcess.run("/bin/rm", ["-rf", "--one-file-system", path])
            guard removal.status == 0 else { throw KitFault(description: "\(removal)") }
        } catch {
            fatalError("\(path) can't be removed: \(error)")
        }
    }

    deinit { remove() }
}
