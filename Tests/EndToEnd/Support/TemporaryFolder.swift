import Foundation

/// A temporary folder for one test. Its path is short, because a socket path has at most 107 bytes.
struct TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/domo-XXXXXX\0".utf8CString.dropLast())
        guard mkdtemp(&template) != nil else {
            throw ChildProcess.Failure(description: "no temporary folder: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a file, and the folders above it.
    /// - Returns: its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = "\(path)/\(name)"
        let folder = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    func holds(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/\(name)")
    }

    func remove() {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            fatalError("\(path) can't be removed: \(error)")
        }
    }
}
