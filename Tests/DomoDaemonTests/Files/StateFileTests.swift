import DomoSystem
import DomoTestKit
import Glibc
import Testing

/// Files of state: what is written can be read again, and what can't be read is not lost.
struct StateFileTests {
    @Test func writerAndReaderHaveOneLimit() throws {
        let folder = try TemporaryFolder()
        let file = StateFile("\(folder.path)/state", maxBytes: 10)
        #expect(try file.read() == nil)
        try file.replace(with: [UInt8](repeating: 1, count: 10))
        let fault = #expect(throws: FileBytes.Fault.self) {
            try file.replace(with: [UInt8](repeating: 2, count: 11))
        }
        #expect(fault?.code == EFBIG && fault?.message.contains("more than the limit of 10") == true)
        #expect(try file.read() == [UInt8](repeating: 1, count: 10))
    }

    /// What an earlier build wrote, a link, a pipe: nothing of it is read, and nothing is written over it.
    @Test(arguments: ["long", "link", "pipe", "folder"]) func unreadableFileIsNotOverwritten(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/state"
        switch kind {
        case "long": try folder.write("state", String(repeating: "x", count: 11))
        case "link": #expect(symlink("/etc/hostname", path) == 0)
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        default: #expect(mkdir(path, 0o700) == 0)
        }
        let file = StateFile(path, maxBytes: 10)
        #expect(throws: FileBytes.Fault.self) { try file.read() }
        #expect(file.isLocked)
        let fault = #expect(throws: FileBytes.Fault.self) { try file.replace(with: [1]) }
        #expect(fault?.message.contains("is not overwritten") == true)
        var status = stat()
        #expect(lstat(path, &status) == 0)
        if kind == "long" { #expect(status.st_size == 11) }
        #expect(file.moveAside() == "\(path).damaged")
        try file.replace(with: [1])
        #expect(try file.read() == [1])
        #expect(lstat("\(path).damaged", &status) == 0)
    }

    @Test func damagedContentIsKeptOnceForEachDamage() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/state"
        let file = StateFile(path, maxBytes: 10)
        #expect(try file.keepCopy(of: [1]) == "\(path).damaged")
        #expect(try file.keepCopy(of: [1]) == "\(path).damaged")
        for number in 2...9 { #expect(try file.keepCopy(of: [UInt8(number)]) == "\(path).damaged.\(number)") }
        #expect(throws: FileBytes.Fault.self) { try file.keepCopy(of: [10]) }
        // Nothing may be lost.
        #expect(throws: FileBytes.Fault.self) { try file.replace(with: [1]) }
    }

    /// A pipe or another name of a file where the draft is written.
    @Test func draftOfSomebodyElseIsReplaced() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo("\(folder.path)/state.new", 0o600) == 0)
        try FileBytes.replace("\(folder.path)/state", with: [1])
        try folder.write("other", "kept")
        #expect(link("\(folder.path)/other", "\(folder.path)/state.new") == 0)
        try FileBytes.replace("\(folder.path)/state", with: [2])
        #expect(try FileBytes.read("\(folder.path)/other", maxBytes: 10) == Array("kept".utf8))
    }

    @Test func unusedNumbersAreAboveAllThatWereGiven() {
        #expect(UnusedNumber.above(1_764_000_000_000) == 1_764_000_000_000)
        // 1970: a machine without a clock.
        #expect(UnusedNumber.above(5000) >= 1 << 52)
        #expect(UnusedNumber.above(5000) < 1 << 53)
    }
}
