import DomoLanguage
import DomoModel
import Glibc
import Testing

@testable import DomoCLI

/// The archive that `domo backup` writes.
@Suite struct ArchiveTests {
    private static func header(_ name: String, size: Int = 0) -> TarHeader {
        TarHeader(name: name, size: size, mode: 0o644, time: 1_700_000_000)
    }

    @Test func headerIsThatOfUstar() {
        let bytes = Self.header("etc/domo/domod.yaml", size: 1234).bytes
        #expect(bytes.count == 512)
        #expect(String(decoding: bytes[0..<19], as: UTF8.self) == "etc/domo/domod.yaml")
        #expect(String(decoding: bytes[100..<107], as: UTF8.self) == "0000644")
        #expect(String(decoding: bytes[124..<135], as: UTF8.self) == "00000002322")
        #expect(String(decoding: bytes[136..<147], as: UTF8.self) == "14524770400")
        #expect(bytes[156] == UInt8(ascii: "0"))
        #expect(bytes[257..<265].elementsEqual("ustar\u{0}00".utf8))
        var sum = bytes
        for index in 148..<156 { sum[index] = UInt8(ascii: " ") }
        let total = sum.reduce(0) { $0 + Int($1) }
        #expect(Int(String(decoding: bytes[148..<154], as: UTF8.self), radix: 8) == total)
    }

    @Test func longPathIsDividedAtASlash() {
        let long = String(repeating: "d", count: 90) + "/" + String(repeating: "f", count: 95)
        let bytes = Self.header(long).bytes
        #expect(bytes[0..<95].allSatisfy { $0 == UInt8(ascii: "f") } && bytes[95] == 0)
        #expect(bytes[345..<435].allSatisfy { $0 == UInt8(ascii: "d") } && bytes[435] == 0)
        #expect(TarHeader.fits(long))
        #expect(!TarHeader.fits(String(repeating: "x", count: 101)))
        #expect(!TarHeader.fits(String(repeating: "d", count: 156) + "/f" + String(repeating: "x", count: 100)))
    }

    @Test(arguments: [(0, 0), (1, 511), (511, 1), (512, 0), (513, 511)])
    func fileIsPaddedToABlock(size: Int, padding: Int) {
        #expect(TarHeader.padding(after: size).count == padding)
    }

    @Test func sizeOfTheDatabaseIsReadFromItsHeaderAlone() {
        #expect(TarHeader.sizeOfDatabase(in: Self.header(TarHeader.database, size: 4096).bytes) == 4096)
        #expect(TarHeader.sizeOfDatabase(in: Self.header("history.sqlite-wal", size: 4096).bytes) == nil)
        #expect(TarHeader.sizeOfDatabase(in: Self.header("other", size: 4096).bytes) == nil)
        #expect(TarHeader.sizeOfDatabase(in: [1, 2, 3]) == nil)
    }

    @Test func databaseInAnArchiveIsFound() throws {
        let folder = TestFolder()
        let database = Transfer.magic + [7, 8, 9]
        let header = Self.header(TarHeader.database, size: database.count).bytes
        let archive = header + database + TarHeader.padding(after: database.count) + TarHeader.end
        try folder.write("b", archive)
        let file = try DatabaseFile(path: folder.path + "/b")
        #expect(file.isInArchive)
        #expect(file.bytes == database.count)
        #expect(try file.read(at: 0, atMost: database.count) == database)
        #expect(try file.read(at: 16, atMost: 3) == [7, 8, 9])
        // Cut off.
        try folder.write("b", Array(archive[..<(512 + 10)]))
        #expect(throws: Fault.self) { try DatabaseFile(path: folder.path + "/b") }
    }

    @Test func databaseByItselfIsNoArchive() throws {
        let folder = TestFolder()
        try folder.write("b", Transfer.magic + [1])
        let file = try DatabaseFile(path: folder.path + "/b")
        #expect(!file.isInArchive && file.bytes == 17)
    }
}
