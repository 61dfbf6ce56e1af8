import CZlib

/// The gzip format, for what is compressed once and served often.
enum Gzip {
    /// - Returns: nil where zlib can't, or where it would not be smaller.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard domo_gzip_begin(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let code = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        let count = Int(stream.total_out)
        guard code == Z_STREAM_END, count < bytes.count else { return nil }
        return Array(output[..<count])
    }
}
