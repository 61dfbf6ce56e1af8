import DomoLanguage
import Glibc

/// A file that the running daemon has read: configuration, houses, scenes and related files.
enum SourceFile {
    /// The maximum size in bytes.
    private static let maxBytes = 64 << 20

    case read(path: String, bytes: [UInt8], mode: UInt32, time: Int64)
    case unreadable(path: String, reason: String)

    /// Reads all files.
    static func all(of client: ControlClient) throws(Fault) -> [SourceFile] {
        let status = try ReplyLine.decode(StatusView.self, from: client.ask(.status).content())
        return (status.files ?? []).map(SourceFile.init)
    }

    private init(path: String) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            self = .unreadable(path: path, reason: String(cString: strerror(errno)))
            return
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            self = .unreadable(path: path, reason: "it is not a plain file")
            return
        }
        guard status.st_size <= Self.maxBytes, TarHeader.fits(String(path.drop { $0 == "/" })) else {
            self = .unreadable(path: path, reason: "it is too large, or its path is too long")
            return
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + length, $0.count - length)
            }
            if count == 0 { break }
            if count > 0 {
                length += count
            } else if errno != EINTR {
                self = .unreadable(path: path, reason: String(cString: strerror(errno)))
                return
            }
        }
        let time = Int64(status.st_mtim.tv_sec)
        self = .read(path: path, bytes: Array(bytes[..<length]), mode: status.st_mode & 0o777, time: time)
    }
}
