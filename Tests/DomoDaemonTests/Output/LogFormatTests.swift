import DomoSystem
import DomoTestKit
import Glibc
import Logging
import Testing

@testable import DomoDaemon

struct LogFormatTests {
    private let about: Logger.Metadata = ["element": "Casa/Salon/Lamp\nPRIORITY=0", "by": "ana"]

    private func text(_ format: LogFormat) -> String {
        String(decoding: format.entries(.warning, "one\ntwo\u{7}", about), as: UTF8.self)
    }

    @Test func linePrefixDependsOnTheFormat() {
        #expect(text(.prefixed) == "<4>one by=ana\n<4>two\u{FFFD} by=ana\n")
        let lines = text(.people).split(separator: "\n").map { $0.drop { $0 != " " } }
        #expect(lines == [" warning one by=ana", " warning two\u{FFFD} by=ana"])
    }

    @Test func journalHasAnEntryForEachLineWithItsFields() {
        let fields = "PRIORITY=4\nSYSLOG_IDENTIFIER=domod\nDOMO_BY=ana\nDOMO_ELEMENT=Casa/Salon/Lamp PRIORITY=0\n"
        #expect(
            text(.journal) == "\(fields)MESSAGE=one by=ana\n\0\(fields)MESSAGE=two\u{FFFD} by=ana\n\0"
        )
    }

    @Test func journalIsUsedIfStandardErrorIsConnectedToIt() throws {
        let folder = try TemporaryFolder()
        let journal = try JournalHere(folder.path + "/socket")
        let name = try #require(FileStatus.identity(of: STDERR_FILENO))
        func format(_ stream: String?, _ socket: JournalSocket?) -> LogFormat {
            LogFormat(environment: { $0 == "JOURNAL_STREAM" ? stream : nil }, journal: socket)
        }
        #expect(format(nil, journal.socket) == .people)
        #expect(format(name, journal.socket) == .journal)
        // The variable was inherited, but standard error is another stream.
        #expect(format("8:1", journal.socket) == .prefixed)
        #expect(format(name, JournalSocket(folder.path + "/none")) == .prefixed)
    }

    @Test func writerSendsOneEntryPerDatagramAndCountsDroppedOnes() throws {
        let folder = try TemporaryFolder()
        let journal = try JournalHere(folder.path + "/socket")
        let socket = try #require(journal.socket)
        let writer = LogWriter(.journal(socket), bound: 1000) { dropped in
            LogFormat.journal.entries(.warning, "dropped \(dropped)")
        }
        writer.add(LogFormat.journal.entries(.info, "one\ntwo", ["scene": "Noche"]))
        writer.add(LogFormat.journal.entries(.info, String(repeating: "x\n", count: 1000)))
        writer.add(LogFormat.journal.entries(.error, "the end"), isLast: true)
        let heard = try (0..<4).map { _ in try journal.next() }
        #expect(
            heard.map { $0.split(separator: "\n").last } == [
                "MESSAGE=one", "MESSAGE=two", "MESSAGE=dropped 1000", "MESSAGE=the end",
            ]
        )
        #expect(heard[0].contains("\nDOMO_SCENE=Noche\n"))
        #expect(writer.end(within: .seconds(60)))
    }
}

/// A fake journal socket.
private final class JournalHere {
    private let descriptor: CInt
    let socket: JournalSocket?

    struct Problem: Error {}

    init(_ path: String) throws {
        descriptor = try UnixSocket.bound(path, .datagram)
        socket = JournalSocket(path)
    }

    deinit {
        close(descriptor)
        if let socket { close(socket.descriptor) }
    }

    func next() throws -> String {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 60_000) > 0 else { throw Problem() }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Problem() }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}

/// Characters that change how a line is read.
@Suite struct PrintableTests {
    @Test(arguments: [
        ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{200B}b\u{2028}c", "a\u{FFFD}b\u{FFFD}c"), ("a\u{1B}[31m", "a\u{FFFD}[31m"),
        ("👨\u{200D}👩", "👨\u{200D}👩"), ("año\n", "año\n"),
    ])
    func invisibleCharactersAreReplaced(text: String, printed: String) { #expect(text.printable == printed) }
}
