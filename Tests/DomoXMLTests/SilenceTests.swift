import DomoXML
import Glibc
import Testing

/// libxml2 writes what it finds to the standard error if it is let.
@Suite(.serialized) struct SilenceTests {
    @Test func nothingIsWrittenToTheStandardError() throws {
        let files = ["good", "bad", "reader-only"].flatMap { Folder.files(in: "\(Folder.corpus)/\($0)") }
        let written = try standardError {
            for path in files { _ = try HouseReader.read(path: path) }
            // A conversion that fails belongs to no parser as far as libxml2 is concerned.
            let start = Array("<?xml version='1.0' encoding='EUC-JP'?>\n<Viviendas>".utf8)
            _ = HouseReader.read(bytes: start + [UInt8](repeating: 0xFF, count: 100_000), file: "h.xml")
        }
        // Other tests report there at the same time.
        for words in ["parser error", "namespace error", "encoding error", "encoder error", "I/O ", "validity error"] {
            #expect(!written.contains(words), "\(written)")
        }
    }

    /// What came to the standard error meanwhile; it is handed on afterwards.
    private func standardError(during body: () throws -> Void) throws -> String {
        let file = tmpfile()!
        defer { fclose(file) }
        let former = dup(2)
        #expect(former >= 0)
        dup2(fileno(file), 2)
        defer {
            dup2(former, 2)
            close(former)
        }
        try body()
        fflush(nil)
        dup2(former, 2)
        rewind(file)
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        bytes.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
