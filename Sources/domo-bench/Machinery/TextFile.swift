import Glibc

/// Reads and writes small files.
enum TextFile {
    static func read(_ path: String) throws(BenchFault) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw BenchFault(call: path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        while true {
            let length = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: 65_536))
            let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + length, 65_536) }
            bytes.removeLast(65_536 - max(0, count))
            guard count >= 0 else { throw BenchFault(call: path) }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
        }
    }

    static func write(_ bytes: some Collection<UInt8>, to path: String) throws(BenchFault) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw BenchFault(call: path) }
        defer { close(file) }
        let bytes = Array(bytes)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress! + written, bytes.count - written) }
            guard count > 0 else { throw BenchFault(call: path) }
            written += count
        }
    }

    /// The names in a folder, without `.` and `..`.
    static func entries(of folder: String) throws(BenchFault) -> [String] {
        guard let stream = opendir(folder) else { throw BenchFault(call: folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The value of a key in a file of `/proc`, in kilobytes.
    static func kilobytes(_ key: String, in path: String) throws(BenchFault) -> Int {
        for line in try read(path).split(separator: "\n") where line.hasPrefix(key) {
            if let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) { return number }
        }
        throw BenchFault("\(path) has no \(key)")
    }

    /// The size of a file.
    static func megabytes(_ path: String) throws(BenchFault) -> Double {
        var status = stat()
        guard stat(path, &status) == 0 else { throw BenchFault(call: path) }
        return Double(status.st_size) / 1_048_576
    }

    /// Removes a folder and its contents.
    static func remove(_ folder: String) throws(BenchFault) {
        for name in try entries(of: folder) {
            let path = "\(folder)/\(name)"
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                try remove(path)
            } else {
                unlink(path)
            }
        }
        guard rmdir(folder) == 0 else { throw BenchFault(call: folder) }
    }
}
