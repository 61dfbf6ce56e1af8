import DomoModel
import Testing

@testable import DomoFleet

/// Reports: what is written is read again, and nothing that a house can send does harm.
struct ReportTests {
    static let line =
        #"{"element":"Casa/Salon/Luz","reading":{"time":"2026-11-20T21:04:05.123Z","type":"binary","value":"on"}}"#

    static func report(_ lines: [String] = [line]) throws -> Report {
        var records: [Report.Record] = []
        for (index, line) in lines.enumerated() {
            records.append(try Report.Record(cursor: 101 + UInt64(index), line: line.utf8))
        }
        return Report(
            database: "4f0c2b9d81a6e3f7",
            from: 100,
            to: 120,
            head: Report.Head(version: "0.9 (\"x\")", alarms: 2, stale: 1, time: 1_795_212_000_123),
            records: records
        )
    }

    @Test func reportIsReadAsItWasWritten() throws {
        var report = try Self.report([
            Self.line,
            #"{ "order" : {"requested":"2026-11-20T21:04:05.123Z","action":"40","element":"Casa/\"é, ]}"} }"#,
            #"{"event":{"kind":"started","time":"2026-11-20T21:04:05.123Z"}}"#,
            #"{"future":{"time":"2026-11-20T21:04:05.123Z","value":21.5},"element":"Casa"}"#,
        ])
        report.replaces = "0000000000000000"
        report.gaps = [
            Report.Gap(element: "Casa/Salon", part: "readings", reason: .removed, from: -1, to: 5, records: 3),
            Report.Gap(element: nil, part: "events", reason: .tooLarge, from: 0, to: 0, records: 0),
        ]
        #expect(try Report(json: report.json) == report)
        #expect(report.records.map(\.kind) == ["reading", "order", "event", "future"])
        #expect(report.records.map(\.value) == ["on", "40", nil, "21.5"])
        #expect(report.records.map(\.element) == ["Casa/Salon/Luz", "Casa/\"é, ]}", nil, "Casa"])
        #expect(report.records.allSatisfy { $0.time == 1_795_208_645_123 })
        #expect(report.json.count { $0 == 10 } == 0)
    }

    @Test(arguments: [
        ("", "not JSON"), ("[]", "not an object"), ("{}", "no version"), (#"{"v":2}"#, "version 2"),
        (#"{"v":1}"#, "db"), (#"{"v":1,"db":""}"#, "db"), (#"{"v":1,"db":"a","from":-1}"#, "from"),
        (#"{"v":1,"db":"a","from":1,"to":99999999999999999999}"#, "to"),
        (#"{"v":1,"db":"a","from":9,"to":1}"#, "ends"), (#"{"v":1,"db":"a","from":1,"to":9}"#, "head"),
        (
            #"{"v":1,"db":"a","from":1,"to":9,"head":{"version":"x","alarms":-1,"stale":0,"time":0},"records":[]}"#,
            "alarms"
        ),
        (#"{"v":1,"db":"a","from":1,"to":9,"head":{"version":"x","alarms":1,"stale":0,"time":0}}"#, "records"),
        (
            #"{"v":1,"db":"a","from":1,"to":9,"head":{"version":"x","alarms":1,"stale":0,"time":0},"records":[1]}"#,
            "object"
        ),
        (
            #"{"v":1,"db":"a","from":1,"to":9,"head":{"version":"x","alarms":1,"stale":0,"time":0},"records":[{}]}"#,
            "no reading"
        ),
        (
            #"{"v":1,"db":"a","from":1,"to":9,"head":{"version":"x","alarms":1,"stale":0,"time":0},"records":[{"reading":{"time":"1"}}]}"#,
            "time"
        ),
        (
            #"{"v":1,"db":"a","from":9,"to":9,"head":{"version":"x","alarms":1,"stale":0,"time":0},"records":[{"reading":{}}]}"#,
            "between"
        ),
        (
            #"{"v":1,"db":"a","from":1,"to":9,"head":{"version":"x","alarms":1,"stale":0,"time":0},"records":[],"gaps":[{"part":"x","reason":"y"}]}"#,
            "reason"
        ),
    ])
    func invalidReportIsRefusedWithItsReason(_ text: String, _ reason: String) {
        do throws(ReportFault) {
            let report = try Report(json: Array(text.utf8))
            Issue.record("read as \(report)")
        } catch {
            #expect(error.description.contains(reason) || reason == "version 2", "\(error)")
        }
    }

    @Test func reportAboveTheLimitsIsRefused() throws {
        let many = try Self.report(Array(repeating: #"{"a":{"time":"2026-11-20T21:04:05.123Z"}}"#, count: 2001))
        var report = many
        report.to = 10_000
        #expect(throws: ReportFault.self) { try Report(json: report.json) }
        report.records.removeLast()
        #expect(throws: Never.self) { try Report(json: report.json) }
        report.gaps = Array(
            repeating: Report.Gap(element: nil, part: "x", reason: .lost, from: 0, to: 0, records: 1),
            count: 101
        )
        #expect(throws: ReportFault.self) { try Report(json: report.json) }
        let long = Array(repeating: UInt8(ascii: " "), count: Report.maxBytes + 1)
        #expect(throws: ReportFault.self) { try Report(json: long) }
        let deep = Array(repeating: UInt8(ascii: "["), count: 100_000)
        #expect(throws: ReportFault.self) { try Report(json: deep) }
    }

    @Test func duplicateKeysDoNotShiftRecords() throws {
        let head = #""v":1,"db":"a","from":1,"to":9,"head":{"version":"x","alarms":1,"stale":0,"time":0}"#
        let text = #"{\#(head),"records":[{"event":{}}],"re\u0063ords":[\#(Self.line),\#(Self.line)]}"#
        #expect(throws: ReportFault.self) { try Report(json: Array(text.utf8)) }
        let last = #"{\#(head),"records":[{"event":{}}],"records":[\#(Self.line)]}"#
        #expect(try Report(json: Array(last.utf8)).records.map(\.line) == [Array(Self.line.utf8)])
    }

    /// Random changes of a valid report: it is read or refused, and what is read can be written and read again.
    @Test(arguments: 0..<20)
    func changedBytesNeverHarm(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let valid = try Self.report([Self.line, Self.line]).json
        let pieces = ["\"", "{", "}", "[", "]", ",", ":", "\\", "\\u0000", "null", "1e999", "-0", "\u{0}", "records"]
        for _ in 0..<500 {
            var bytes = valid
            for _ in 0...random.below(4) {
                let at = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(contentsOf: Array(pieces[random.below(pieces.count)].utf8), at: at)
                default: bytes.removeLast(random.below(bytes.count - at))
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            do throws(ReportFault) {
                let report = try Report(json: bytes)
                #expect(try Report(json: report.json) == report)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
