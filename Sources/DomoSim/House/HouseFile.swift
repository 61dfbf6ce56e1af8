import DomoXML
import Glibc

/// The bytes of a house file and its contents.
struct HouseFile {
    let bytes: [UInt8]
    let reading: HouseReading

    /// - Parameter namespaces: The namespaces of the bus, if it is simulated.
    /// - Throws: `FileFault` if the file can't be read.
    init(path: String, keeping namespaces: [String] = []) throws(FileFault) {
        bytes = try Self.bytes(path: path)
        reading = HouseReader.read(bytes: bytes, file: path, keeping: namespaces)
    }

    private static func bytes(path: String) throws(FileFault) -> [UInt8] {
        func fault() -> FileFault { FileFault(path: path, message: String(cString: strerror(errno)), errno: errno) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault() }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &block, block.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: block[..<count])
            } else if errno != EINTR {
                throw fault()
            }
        }
    }
}
