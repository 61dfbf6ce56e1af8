import DomoFuzz
import Glibc

/// Reads and writes inputs as files.
enum InputFile {
    static func read(_ path: String) throws(Finding) -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw fault(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part.prefix(count) }
        guard ferror(file) == 0 else { throw fault(path) }
        return bytes
    }

    static func write(_ bytes: [UInt8], to path: String) throws(Finding) {
        guard let file = fopen(path, "wb") else { throw fault(path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw fault(path) }
    }

    private static func fault(_ path: String) -> Finding { Finding("\(path): \(String(cString: strerror(errno)))") }
}
