import Testing

@testable import DomoDaemon

struct StartMemoryTests {
    @Test func codeOfFilesIsFound() throws {
        let line = "55d0a000-55d0c000 r-xp 00010000 fe:00 1234                     /usr/bin/a program"
        let part = try #require(StartMemory.code(line[...]))
        #expect(UInt(bitPattern: part.baseAddress) == 0x55d0_a000)
        #expect(part.count == 0x2000)
        #expect(StartMemory.code("7f00-8f00 r-xp 00000000 fe:00 1 /lib/x.so") != nil)
    }

    @Test(arguments: [
        "55d0a000-55d0c000 rw-p 00010000 fe:00 1234 /usr/bin/domod",
        "55d0a000-55d0c000 r--p 00010000 fe:00 1234 /usr/bin/domod", "55d0a000-55d0c000 r--p 00000000 00:00 0",
        "7ffd0000-7ffd2000 r-xp 00000000 00:00 0 [vdso]", "55d0a000-55d0c000 ---p 00010000 fe:00 1234 /usr/bin/domod",
        "",
        "x-y r-xp 0 fe:00 1 /a",
    ])
    func otherPagesAreKept(line: String) {
        #expect(StartMemory.code(line[...]) == nil)
    }

    /// Released pages are read again when they are used.
    @Test func programRunsAfterTheRelease() {
        StartMemory.giveBack()
        #expect((1...1000).map(String.init).joined().count == 2893)
    }
}
