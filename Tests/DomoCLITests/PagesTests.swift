import DomoLanguage
import DomoModel
import Synchronization
import Testing

@testable import DomoCLI

/// `history` and `export` against a daemon that answers in pages.
@Suite struct PagesTests {
    static let time = RenderingTests.time
    static let entry = MemoryRenderingTests.entry(0, .binary, "on")

    /// Collects the output and the requests.
    private final class Log: Sendable {
        private let kept = Mutex<[String]>([])
        var texts: [String] { kept.withLock { $0 } }
        func add(_ text: String) { kept.withLock { $0.append(text) } }
    }

    private static func line(_ reply: Reply) -> String {
        var json = JSONWriter()
        json.value(reply)
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func page(_ number: Int, of count: Int) -> HistoryPage {
        var page = MemoryRenderingTests.page(
            MemoryRenderingTests.entry(Int64(number), .binary, number.isMultiple(of: 2) ? "on" : "off")
        )
        page.next = number + 1 < count ? "p \(number + 1)" : nil
        return page
    }

    /// The number after `--after`.
    private static func number(in line: String) -> Int {
        line.split(separator: "'").dropFirst().first.flatMap { Int($0.dropFirst(2)) } ?? 0
    }

    private static func history(_ daemon: FakeDaemon, json: Bool = false, width: Int = 40, _ log: Log) throws -> History
    {
        History(
            client: try ControlClient(socket: [daemon.path]),
            json: json,
            rendering: Rendering(style: .plain, now: Timestamp(milliseconds: time.milliseconds + 5000), width: width)
        ) { log.add($0) }
    }

    @Test func historyPrintsEachPageAsItArrives() throws {
        let requested = Log()
        let written = Log()
        let daemon = FakeDaemon { line in
            requested.add(line)
            // Written so far: every earlier page.
            requested.add("\(written.texts.count)")
            return Self.line(.history(Self.page(Self.number(in: line), of: 3)))
        }
        try Self.history(daemon, written).list("Luz", Period(since: .ago(.seconds(172_800))))
        let bounds = "--since \(Self.time.rfc3339) --until \(Self.time.rfc3339)"
        #expect(
            requested.texts == [
                "history --since 2d Luz", "0", "history \(bounds) --after 'p 1' Luz", "1",
                "history \(bounds) --after 'p 2' Luz", "2",
            ]
        )
        #expect(written.texts.count == 3)
        // The time zone is printed once, at the top.
        #expect(written.texts.joined().split(separator: "\n").count == 4)
        #expect(written.texts[0].hasPrefix("times: "))
    }

    @Test func historyInJSONHasALineForEachPage() throws {
        let written = Log()
        let daemon = FakeDaemon { Self.line(.history(Self.page(Self.number(in: $0), of: 2))) }
        try Self.history(daemon, json: true, written).list("Luz", Period())
        #expect(written.texts.count == 2)
        #expect(written.texts.allSatisfy { $0.hasPrefix("{\"element\":\"Casa/Luz\"") && $0.hasSuffix("}\n") })
    }

    @Test func emptyHistoryIsReportedOnce() throws {
        let written = Log()
        let daemon = FakeDaemon { line in
            var page = MemoryRenderingTests.page()
            page.next = Self.number(in: line) == 0 ? "p 1" : nil
            return Self.line(.history(page))
        }
        try Self.history(daemon, written).list("Luz", Period())
        #expect(written.texts.count == 1)
        #expect(written.texts[0].hasPrefix("no history of Casa/Luz from "))
    }

    @Test func chartUsesAllPages() throws {
        let written = Log()
        let requested = Log()
        let daemon = FakeDaemon { line in
            requested.add(line)
            var page = Self.page(Self.number(in: line), of: 5)
            page.to = Timestamp(milliseconds: Self.time.milliseconds + 5000)
            return Self.line(.history(page))
        }
        try Self.history(daemon, written).draw("Luz", Period())
        let bar = "█░█░█".map { String(repeating: $0, count: 6) }.joined()
        #expect(written.texts.count == 1)
        #expect(written.texts[0].hasPrefix("Casa/Luz\n         \(bar)\n"))
        #expect(requested.texts.first == "history --points 30 Luz")
        #expect(requested.texts.count == 5)
    }

    @Test func chartIsRefusedOnANarrowTerminal() throws {
        let requested = Log()
        let written = Log()
        let daemon = FakeDaemon { line in
            requested.add(line)
            return Self.line(.history(Self.page(0, of: 1)))
        }
        let fault = #expect(throws: Fault.self) { try Self.history(daemon, width: 19, written).draw("Luz", Period()) }
        #expect(fault?.message == "a chart needs 20 columns, and the terminal has 19")
        #expect(requested.texts.isEmpty)
        #expect(written.texts.isEmpty)
        try Self.history(daemon, width: 20, written).draw("Luz", Period())
        #expect(written.texts.count == 1)
    }

    @Test func repeatedPageIsRejected() throws {
        let daemon = FakeDaemon { _ in
            var page = MemoryRenderingTests.page(Self.entry)
            page.next = "again"
            return Self.line(.history(page))
        }
        let fault = #expect(throws: Fault.self) { try Self.history(daemon, Log()).list("Luz", Period()) }
        #expect(fault?.message == "the daemon returned the same page twice")
    }

    @Test func faultBetweenPagesEndsTheOutput() throws {
        let written = Log()
        let daemon = FakeDaemon { line in
            line.contains("--after")
                ? Self.line(.fault(Fault(.noHistory, "m"))) : Self.line(.history(Self.page(0, of: 2)))
        }
        #expect(throws: Fault(.noHistory, "m")) { try Self.history(daemon, written).list("Luz", Period()) }
        #expect(written.texts.count == 1)
    }

    // MARK: - Export

    private static let records = [
        #"{"element":"Casa/Luz","reading":{"time":"2026-11-20T21:04:05.123Z","type":"binary","value":"on","certainty":"confirmed","by":"a,]}\"b"}}"#,
        #"{"element":"Casa/Luz","order":{"id":7,"element":"Casa/Luz","type":"value","action":"=1+1","by":"ana","origin":"socket","requested":"2026-11-20T21:04:05.123Z","attempts":[{"time":"2026-11-20T21:04:05.123Z"}],"stage":"mismatch","reached":"2026-11-20T21:04:06.123Z","acceptedAfter":12.5,"observed":"x\ny","new":[1,{}]}}"#,
    ]

    private static func exported(_ format: Export.Format, isSafe: Bool = false, _ answers: [String]) throws -> String {
        let written = Log()
        let daemon = FakeDaemon { line in
            let number = line.split(separator: " ").last.flatMap { Int($0) } ?? 0
            return "{\"ok\":\(answers[number])}\n"
        }
        let client = try ControlClient(socket: [daemon.path])
        try Export(client: client, format: format, isSafe: isSafe) { written.add($0) }.run(Period())
        return written.texts.joined()
    }

    @Test func linesAreTheRecordsOfTheDaemon() throws {
        let answers = [
            "{\"records\":[\(records(0)) , \(records(1))],\"next\":\"1\"}", "{\"records\":[],\"next\":\"2\"}",
            "{\"records\":[\(records(0))]}",
        ]
        #expect(try Self.exported(.jsonl, answers) == [0, 1, 0].map { records($0) + "\n" }.joined())
    }

    private func records(_ index: Int) -> String { Self.records[index] }

    @Test func tableHasAHeaderAndALineForEachRecord() throws {
        let answers = ["{\"records\":[\(records(0))],\"next\":\"1\"}", "{\"records\":[\(records(1))]}"]
        #expect(
            try Self.exported(.csv, answers)
                == [
                    CommaSeparated.columns.joined(separator: ","),
                    #"2026-11-20T21:04:05.123Z,Casa/Luz,reading,binary,on,confirmed,"a,]}""b",,,,,,,,,,,,,,,"#,
                    #"2026-11-20T21:04:05.123Z,Casa/Luz,order,value,'=1+1,,ana,,,,,,7,socket,mismatch,1,2026-11-20T21:04:06.123Z,12.5,,"x"#
                        + "\ny\",,",
                    "",
                ]
                .joined(separator: "\r\n")
        )
    }

    @Test(arguments: ["{}", "{\"records\":{}}", "[]", "{\"records\":[", "{\"records\":[]},\"x\":\"]}", "7"])
    func answerThatIsNotAnExportIsRejected(answer: String) {
        for format in Export.Format.allCases {
            let fault = #expect(throws: Fault.self) { try Self.exported(format, [answer]) }
            #expect(fault?.code == .unreachable)
        }
    }

    @Test func controlCharactersAreReplacedOnATerminal() throws {
        let answers = ["{\"records\":[{\"element\":\"a\u{9B}b\",\"reading\":\(reading)}]}"]
        for format in Export.Format.allCases {
            let text = try Self.exported(format, isSafe: true, answers)
            #expect(text.contains("a\u{FFFD}b"))
            #expect(try Self.exported(format, answers).contains("a\u{9B}b"))
            #expect(text.unicodeScalars.filter { $0.value < 0x20 }.allSatisfy { $0 == "\n" || $0 == "\r" })
        }
    }

    private let reading =
        #"{"time":"2026-11-20T21:04:05.123Z","type":"binary","value":"a\u001bb","certainty":"confirmed","by":""}"#

    @Test(arguments: [
        ("Casa/Luz", "Casa/Luz"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\r\nb", "\"a\r\nb\""),
        (" a", "\" a\""), ("", ""), ("=1+1", "'=1+1"), ("+34 600", "'+34 600"), ("-5.5", "-5.5"), ("+10", "+10"),
        ("-inf", "'-inf"), ("-x", "'-x"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"), ("\r=1", "\"'\r=1\""),
        ("＝1", "'＝1"), ("=\"a\"", "\"'=\"\"a\"\"\""), ("\"\u{301}", "\"\"\"\u{301}\""), ("a'b", "a'b"),
    ])
    func fieldIsQuotedAndNotAFormula(text: String, field: String) {
        let record = ExportPage.Record(element: text, reading: Self.entry)
        let line = CommaSeparated.line(record)
        #expect(line == "\(Self.time.rfc3339),\(field),reading,binary,on,confirmed,ana,,,,,,,,,,,,,,,\r\n")
    }

    @Test func summaryHasItsNumbers() {
        let summary = HistoryEntry.Summary(seconds: 90_000, changes: 3, minimum: -1, mean: 0.25, maximum: 1e20)
        let record = ExportPage.Record(
            element: "X",
            reading: MemoryRenderingTests.entry(0, .value, "-1", by: .house, summary: summary)
        )
        #expect(
            CommaSeparated.line(record)
                == "\(Self.time.rfc3339),X,summary,value,-1,confirmed,house,-1,0.25,1e+20,3,90000,,,,,,,,,,\r\n"
        )
    }

    @Test(
        arguments: [
            ("{}", [:]),
            (" { \"a\" : 1 , \"b\":[\"]\",{\"c\":\"}\\\\\"}] } ", ["a": "1", "b": "[\"]\",{\"c\":\"}\\\\\"}]"]),
            ("{\"a\":\"\\\"\"}", ["a": "\"\\\"\""]), ("{\"a\":null}", ["a": "null"]), ("{,}", nil), ("{\"a\":1,}", nil),
            ("{\"a\"}", nil), ("{a:1}", nil), ("[]", nil), ("{", nil), ("}", nil), ("", nil), ("{\"a\":\"}", nil),
            ("{]}", nil),
            ("{\"a\":\"\\", nil),
        ] as [(String, [String: String]?)]
    )
    func objectIsSplitIntoItsMembers(text: String, members: [String: String]?) {
        let found = JSONSlices.members(of: Array(text.utf8)[...])
        #expect(found?.mapValues { String(decoding: $0, as: UTF8.self) } == members)
    }
}
