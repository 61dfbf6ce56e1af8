import Glibc

/// Counts lines that contain a mark in the output from a descriptor.
final class LineWatcher {
    let descriptor: Int32
    private let sign: [UInt8]
    private var line: [UInt8] = []
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    init(_ descriptor: Int32, sign: String) {
        self.descriptor = descriptor
        self.sign = Array(sign.utf8)
    }

    deinit { buffer.deallocate() }

    /// Reads what has arrived.
    ///
    /// - Returns: the number of completed lines with the mark.
    func receive() throws(BenchFault) -> Int {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count != 0 else { throw BenchFault("the other end closed its output") }
        guard count > 0 else {
            guard errno == EAGAIN || errno == EINTR else { throw BenchFault(call: "read") }
            return 0
        }
        var found = 0
        for byte in buffer[..<count] {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.firstRange(of: sign) != nil { found += 1 }
            line.removeAll(keepingCapacity: true)
        }
        return found
    }
}
