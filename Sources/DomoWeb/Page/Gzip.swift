import CZlib

/// The gzip format.
enum Gzip {
    /// Compresses with the highest level, for content that is compressed once and served often.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.withUnsafeBytes { compress($0, level: 9) }
    }

    /// - Parameter level: 1 (fastest) to 9 (smallest).
    /// - Returns: nil if zlib fails, or the result would not be smaller.
    static func compress(_ bytes: UnsafeRawBufferPointer, level: CInt) -> [UInt8]? {
        var stream = z_stream()
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress, let count = UInt32(exactly: bytes.count),
            domo_gzip_begin(&stream, level) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var code = Z_OK
        let output = [UInt8](unsafeUninitializedCapacity: bytes.count) { output, length in
            // zlib reads from it, and declares it without const.
            stream.next_in = UnsafeMutablePointer(mutating: start)
            stream.avail_in = count
            stream.next_out = output.baseAddress
            // Stop if the output would be larger than the input.
            stream.avail_out = count
            code = deflate(&stream, Z_FINISH)
            length = Int(stream.total_out)
        }
        return code == Z_STREAM_END && output.count < bytes.count ? output : nil
    }
}
