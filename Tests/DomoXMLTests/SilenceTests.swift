import DomoXML
import Glibc
import Testing

/// By default, libxml2 writes errors to standard error.
@Suite(.serialized) struct SilenceTests {
    @Test func nothingIsWrittenToTheStandardError() throws {
        let files = ["good", "bad", "reader-only"].flatMap { Folder.files(in: "\(Folder.corpus)/\($0)") }
        let written = try standardError {
            for path in files { _ = try HouseReader.read(path: path) }
            // For libxml2, a failed conversion belongs to no parser.
            let start = Array("<?xml version='1.0' encoding='EUC-JP'?>\n<Viviendas>".utf8)
            _ = HouseReader.read(bytes: start + [UInt8](repeating: 0xFF, count: 100_000), file: "h.xml")
        }
        // Other tests may write there at the same time.
        for words in ["parser error", "namespace error", "encoding error", "encoder error", "I/O ", "validity error"] {
            #expect(!written.contains(words), "\(written)")
        }
    }

    /// Captures standard error while the body runs, and forwards it afterwards.
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
