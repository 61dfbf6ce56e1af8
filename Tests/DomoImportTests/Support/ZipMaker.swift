import CLibZip
import Testing

/// Makes small archives, including malicious ones.
enum ZipMaker {
    static func write(_ files: [(name: String, content: [UInt8])], to path: String) throws {
        var code: CInt = 0
        let archive = try #require(zip_open(path, CInt(ZIP_CREATE | ZIP_TRUNCATE), &code))
        // libzip reads the bytes only when it closes the archive.
        var kept: [UnsafeMutableRawBufferPointer] = []
        defer { for buffer in kept { buffer.deallocate() } }
        for file in files {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, file.content.count), alignment: 1)
            buffer.copyBytes(from: file.content)
            kept.append(buffer)
            let source = zip_source_buffer(archive, buffer.baseAddress, zip_uint64_t(file.content.count), 0)
            try #require(zip_file_add(archive, file.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0)
        }
        try #require(zip_close(archive) == 0)
    }

    static func write(_ files: [(String, String)], to path: String) throws {
        try write(files.map { (name: $0.0, content: Array($0.1.utf8)) }, to: path)
    }
}
