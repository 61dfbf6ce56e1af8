import DomoEngine
import DomoLanguage
import DomoModel
import DomoTestKit
import FoundationEssentials
import Glibc
import Testing

@testable import DomoDaemon

/// The file of the notices.
@Suite struct NoticeFileTests {
    private static func moment(_ seconds: Int64) -> Instant {
        Instant(uptime: 0, wall: Timestamp(milliseconds: 1_700_000_000_000 + seconds * 1000))
    }

    private static let sample: NoticeTable = {
        var view = NoticeView(
            number: 7,
            time: moment(0).wall,
            text: "it's \"open\" {x} = ñ\\ # \n line",
            isUrgent: true,
            to: ["ana", "familia"],
            about: "puerta = 1",
            scene: "Buenas noches",
            line: 3,
            by: .scene("Buenas noches"),
            places: ["Casa/Puerta", "Casa/Salón"]
        )
        view.suppressed = 2
        view.sendings = [
            .init(id: 9, target: "ana", reason: .raised, state: .sent, time: moment(1).wall),
            .init(id: 10, target: "luis", reason: .escalated, state: .sending, time: moment(2).wall, message: "a = b"),
            .init(id: 11, target: "eva", reason: .repeated, state: .waiting, time: moment(3).wall, message: "quiet"),
        ]
        var open = Notice(view: view, windowEnd: moment(300))
        open.interval = .seconds(600)
        open.nextRepeat = moment(600)
        open.repeats = 4
        open.escalation = .init(at: moment(900), to: ["luis", "eva"])
        var sending = Notice.Pending(deadline: moment(3600))
        sending.due = moment(3630)
        sending.isWithdrawn = true
        open.pending = [10: sending, 11: Notice.Pending(deadline: moment(3601))]
        var other = NoticeView(
            number: 8,
            time: moment(5).wall,
            text: "",
            isUrgent: false,
            to: [],
            about: "",
            by: .house,
            state: .resolved
        )
        (other.ended, other.resolution, other.acknowledgedBy) = (moment(6).wall, "ya", "ana")
        return NoticeTable(
            notices: [open, Notice(view: other, windowEnd: moment(0))],
            lastNumber: 8,
            lastDelivery: 12
        )
    }()

    @Test func whatIsWrittenIsRead() throws {
        let folder = try TemporaryFolder()
        let file = NoticeFile(folder: folder.path)
        for table in [Self.sample, NoticeTable(), NoticeTable(lastNumber: 3, lastDelivery: 4), Self.sample] {
            try file.write(table)
            #expect(file.read { Issue.record("\($0)") } == table)
        }
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func missingFileIsEmpty() throws {
        let folder = try TemporaryFolder()
        #expect(NoticeFile(folder: folder.path).read { Issue.record("\($0)") } == NoticeTable())
    }

    @Test(arguments: [
        "", "domo-notices 2 1 1\nend 0\n", "domo-notices 1 x y\nend 0\n", "domo-notices 1 5 6\n",
        "domo-notices 1 5 6\nnotice number=5\nend 1\n", "domo-notices 1 5 6\nmessage id=1\nend 1\n",
        "domo-notices 1 5 6\nnotice 'number=5\nend 1\n", "domo-notices 1 5 6\n\nend 1\n",
    ])
    func damagedFileIsReported(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("notices", text)
        var reports: [String] = []
        let table = NoticeFile(folder: folder.path).read { reports.append($0) }
        #expect(reports.count == 1)
        #expect(table.notices.isEmpty)
        if text.hasPrefix("domo-notices 1 5") { #expect(table.lastDelivery == 6, "no number is used twice") }
    }

    /// Cut off anywhere, or with any byte changed, no number is used twice and nothing is read that was not written.
    @Test func cutFileKeepsWhatIsWhole() throws {
        let folder = try TemporaryFolder()
        let file = NoticeFile(folder: folder.path)
        try file.write(Self.sample)
        let text = String(decoding: try Data(contentsOf: URL(filePath: file.path)), as: UTF8.self)
        for length in stride(from: 0, to: text.utf8.count, by: 7) {
            let (table, problem) = NoticeFile.table(String(decoding: text.utf8.prefix(length), as: UTF8.self))
            #expect(problem != nil)
            #expect(table.notices.count <= 2)
        }
    }

    // MARK: - Writes

    private static func event(_ id: UInt64) -> Event {
        let time = Timestamp(milliseconds: 0)
        let delivery = Delivery(
            id: id,
            target: "ana",
            reason: .raised,
            notice: 1,
            text: "",
            isUrgent: false,
            time: time,
            deadline: time
        )
        return Event(kind: .delivery, time: time, delivery: delivery)
    }

    /// Else a crash could make domo send a message twice.
    @Test func messageIsHandedOverOnlyWhenItIsStored() {
        var writes = NoticeWrites(NoticeFile(folder: "/nowhere"))
        #expect(writes.hold(Self.event(1)) != nil, "nothing is to be stored before it")
        writes.note(Self.sample)
        #expect(writes.hold(Self.event(2)) == nil)
        #expect(writes.next() == Self.sample)
        writes.note(NoticeTable())
        #expect(writes.hold(Self.event(3)) == nil)
        #expect(writes.next() == nil, "one write at a time")
        #expect(writes.ended(isStored: true) == [Self.event(2)])
        #expect(writes.next() == NoticeTable())
        #expect(writes.ended(isStored: true) == [Self.event(3)])
        #expect(!writes.isBusy)
    }

    @Test func messagesGoOutWhenTheDiskFails() {
        var writes = NoticeWrites(NoticeFile(folder: "/nowhere"))
        writes.note(Self.sample)
        _ = writes.hold(Self.event(2))
        _ = writes.next()
        #expect(writes.ended(isStored: false) == [Self.event(2)])
        #expect(writes.next() == nil)
        #expect(writes.next(isRetry: true) == Self.sample)
    }

    // MARK: - Codes

    @Test func codeIsOfItsNoticeAlone() throws {
        let folder = try TemporaryFolder()
        let codes = NoticeCodes(folder: folder.path) { Issue.record("\($0)") }
        let code = try codes.code(of: 12)
        #expect(code.count == 24)
        #expect(try codes.isRight(code, for: 12))
        for (wrong, number) in [(code, 1), (code, 122), ("", 12), (String(code.dropLast()), 12), (code + "0", 12)] {
            #expect(try !codes.isRight(wrong, for: UInt64(number)))
        }
        // Links in messages still work after a restart, and nowhere else.
        let again = NoticeCodes(folder: folder.path) { Issue.record("\($0)") }
        #expect(try again.isRight(code, for: 12))
        let other = try TemporaryFolder()
        #expect(try !NoticeCodes(folder: other.path) { Issue.record("\($0)") }.isRight(code, for: 12))
        var status = stat()
        #expect(stat("\(folder.path)/notice-key", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
}
