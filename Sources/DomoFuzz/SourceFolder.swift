import Glibc

/// Files of the source tree for the corpus. The fuzzer runs where it was built.
enum SourceFolder {
    static let root = Array(#filePath.split(separator: "/").dropLast(3)).map { "/" + $0 }.joined()

    /// The files in a folder, sorted by name, without subfolders.
    static func files(in folder: String) throws(Finding) -> [[UInt8]] {
        let path = root + "/" + folder
        guard let stream = opendir(path) else { throw Finding("can't read the folder \(path)") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            )
        }
        var files: [[UInt8]] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            if let bytes = bytes(of: path + "/" + name) { files.append(bytes) }
        }
        return files
    }

    private static func bytes(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part.prefix(count) }
        // Folders can be opened but not read.
        return ferror(file) == 0 ? bytes : nil
    }
}
