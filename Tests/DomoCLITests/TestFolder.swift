import FoundationEssentials
import Glibc

/// A folder that is removed after the test.
final class TestFolder {
    let path: String

    init() {
        var template = Array("/tmp/domo-folder-XXXXXX\0".utf8.map { CChar(bitPattern: $0) })
        precondition(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            // The system removes it some day.
        }
    }

    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let folders = name.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(at: url(folders), withIntermediateDirectories: true)
        try Data(bytes).write(to: url(name))
    }

    func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }

    private func url(_ name: String) -> URL { URL(filePath: path + "/" + name) }
}
