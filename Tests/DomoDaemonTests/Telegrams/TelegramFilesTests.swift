import DomoKNXBus
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Testing

@testable import DomoDaemon

/// The files of the telegram log.
struct TelegramFilesTests {
    private let folder: TemporaryFolder
    private let files: TelegramFiles

    init() throws {
        folder = try TemporaryFolder()
        files = TelegramFiles(folder: folder.path + "/telegrams", name: "knx-one", bound: 64 * 1024)
    }

    private func telegram(_ number: Int) -> LoggedTelegram {
        LoggedTelegram(
            time: Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 1000),
            isOwn: number % 2 == 0,
            frame: [0x29, UInt8(number >> 8), UInt8(number & 255)]
        )
    }

    private func append(_ numbers: Range<Int>) throws {
        try files.append(Array(numbers.map { telegram($0).line + "\n" }.joined().utf8))
    }

    private func names() throws -> [String] { try FileBytes.names(in: folder.path + "/telegrams") }

    private func readAll(since: Int? = nil, until: Int? = nil) throws -> [LoggedTelegram] {
        var question = TelegramLogQuestion(
            since: since.map { telegram($0).time },
            until: until.map { telegram($0).time }
        )
        var all: [LoggedTelegram] = []
        repeat {
            let page = try files.read(question)
            #expect(page.telegrams.count <= TelegramFiles.pageSize)
            all += page.telegrams
            question.after = page.next
        } while question.after != nil
        return all
    }

    @Test func missingLogIsEmpty() throws {
        #expect(try files.read(TelegramLogQuestion()) == TelegramLogPage([]))
    }

    @Test func telegramsAreReadInPagesInOrder() throws {
        // Several reads of the file, and a last page that is full.
        let count = TelegramFiles.pageSize * 3
        for start in stride(from: 0, to: count, by: 100) { try append(start..<(start + 100)) }
        #expect(try names() == ["knx-one.1.log", "knx-one.2.log"])
        #expect(try readAll() == (0..<count).map(telegram))
    }

    @Test func onlyThePeriodIsRead() throws {
        try append(0..<900)
        #expect(try readAll(since: 500, until: 850) == (500...850).map(telegram))
        #expect(try readAll(since: 899) == [telegram(899)])
        #expect(try readAll(until: 0) == [telegram(0)])
        #expect(try readAll(since: 900).isEmpty)
    }

    @Test func logStaysWithinItsSizeLimit() throws {
        var written = 0
        for _ in 0..<200 {
            try append(written..<(written + 50))
            written += 50
            let sizes = try names().map {
                try FileBytes.read("\(folder.path)/telegrams/\($0)", maxBytes: 1 << 20).count
            }
            #expect(sizes.count <= 2)
            #expect(sizes.reduce(0, +) <= 64 * 1024 + 4096, "\(sizes)")
        }
        let kept = try readAll()
        #expect(kept.last == telegram(written - 1))
        // At least half of the limit is kept, without a gap.
        #expect(kept.count > 800)
        #expect(kept == ((written - kept.count)..<written).map(telegram))
    }

    @Test func reopenedLogContinuesAfterAnIncompleteLine() throws {
        try append(0..<3)
        try files.append(Array("2023-11-14T22:13:20.000Z < 29".utf8))
        try append(3..<5)
        // The torn line still parses as a telegram here, although its last bytes are missing.
        #expect(
            try readAll().map(\.frame) == [0, 1, 2].map { telegram($0).frame } + [[0x29]]
                + [3, 4].map { telegram($0).frame }
        )
        try files.append(Array("2023-11-14T22:1".utf8))
        try append(5..<6)
        #expect(try readAll().count == 7)
    }

    @Test func pageContinuesAfterItsFileWasRemoved() throws {
        try append(0..<500)
        let first = try files.read(TelegramLogQuestion())
        try append(500..<3000)
        try append(3000..<6000)
        let next = try files.read(TelegramLogQuestion(after: first.next))
        #expect(next.telegrams.first == telegram(3000))
    }

    @Test func otherFilesInTheFolderAreKept() throws {
        try append(0..<1)
        let others = ["knx-one.2.log.bak", "knx-one.x.log", "knx-oneself.4.log", "notes"]
        for other in others { try FileBytes.replace("\(folder.path)/telegrams/\(other)", with: [65, 10]) }
        try append(1..<3000)
        try append(3000..<6000)
        #expect(try Set(names()) == Set(others + ["knx-one.2.log", "knx-one.3.log"]))
        #expect(try readAll() == (3000..<6000).map(telegram))
    }

    @Test(arguments: ["", "7", "7-", "-7-4", "7-4-1", "x-y", "7--4"])
    func invalidPositionIsRejected(after: String) {
        let message = "\"\(after)\" is not the \"next\" of a page"
        #expect(throws: Fault(.badRequest, message, hint: "copy all of \"next\" from the previous page")) {
            try files.read(TelegramLogQuestion(after: after))
        }
    }
}
