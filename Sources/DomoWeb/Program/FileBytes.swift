import Glibc

enum FileBytes {
    /// Why a file can't be read.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    /// - Parameter limit: in bytes; a longer file is not one that was meant.
    static func read(_ path: String, atMost limit: Int) -> Result<[UInt8], Fault> {
        func failure() -> Result<[UInt8], Fault> { .failure(Fault(description: String(cString: strerror(errno)))) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return failure() }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &block, block.count)
            if count == 0 { return .success(bytes) }
            if count > 0 {
                bytes += block[..<count]
            } else if errno != EINTR {
                return failure()
            }
        }
        return .failure(Fault(description: "longer than \(limit) bytes"))
    }
}
