import DomoControl
import DomoLanguage
import Glibc
import Synchronization
import Testing

@testable import DomoCLI

@Suite struct BatchTests {
    /// Runs the lines through a daemon.
    private func run(
        _ input: String,
        json: Bool = false,
        verbose: Bool = false,
        answer: @escaping @Sendable (String) -> String?
    ) throws -> (output: String, errors: String, status: DomoLanguage.ExitStatus?) {
        let daemon = FakeDaemon(answer: answer)
        let file = try #require(tmpfile())
        defer { fclose(file) }
        fputs(input, file)
        rewind(file)
        let output = Mutex("")
        let errors = Mutex("")
        let report = BatchReport(
            json: json,
            verbose: verbose,
            write: { text in output.withLock { $0 += text } },
            writeError: { text in errors.withLock { $0 += text } }
        )
        var batch = Batch(connection: try ControlConnection(path: daemon.path), input: fileno(file), report: report)
        let status = try batch.run()
        return (output.withLock { $0 }, errors.withLock { $0 }, status)
    }

    private static func answer(_ line: String) -> String {
        if line.contains("Nope") { return #"{"error":{"code":"unknown-element","message":"no \#(line)"}}"# + "\n" }
        return
            #"{"ok":{"id":1,"element":"Casa/Luz","type":"binary","action":"on","outcome":"accepted","attempts":1,"milliseconds":1}}"#
            + "\n"
    }

    @Test func manyLinesDoNotDeadlock() throws {
        // Replies far larger than the socket buffers, so that only writing or only reading would deadlock.
        let padding = String(repeating: " ", count: 1000)
        let count = Mutex(0)
        let input = (0..<11_000).map { "set Luz\($0) on\n" }.joined()
        let result = try run(input, json: true) { _ in
            count.withLock { $0 += 1 }
            return "{\"ok\":\(padding){}}\n"
        }
        #expect(count.withLock { $0 } == 11_000)
        #expect(result.output.split(separator: "\n").count == 11_000)
        #expect(result.status == nil)
    }

    @Test func acceptedOrdersAreSilentAndErrorsNameTheirLine() throws {
        let result = try run("# night\nset Luz on\n\nsett X on\nset Nope on\nwatch\nset Luz off", answer: Self.answer)
        #expect(result.output == "")
        #expect(
            result.errors == """
                domo: line 4: unknown verb "sett"
                  did you mean "set"?
                domo: line 5: no set Nope on
                domo: line 6: watch can't be used among other lines: it does not end
                  use "domo watch"

                """
        )
        #expect(result.status == .usage)
    }

    @Test func verboseReportsEveryOrder() throws {
        let result = try run("set Luz on\nset Luz on\n", verbose: true, answer: Self.answer)
        #expect(result.output == "Luz on (accepted, 1 ms)\nLuz on (accepted, 1 ms)\n")
    }

    @Test func orderThatCouldNotBeStoredIsReported() throws {
        let result = try run("set Luz on\nset Luz off\n") { line in
            let stored = line == "set Luz off" ? ",\"stored\":false" : ""
            return "{\"ok\":{\"id\":1,\"element\":\"Luz\",\"action\":\"\(line)\",\"outcome\":\"accepted\","
                + "\"attempts\":1,\"milliseconds\":1\(stored)}}\n"
        }
        #expect(result.output == "Luz set Luz off (accepted, 1 ms) (not stored)\n")
    }

    @Test func answersInJSONKeepTheOrderOfTheLines() throws {
        let result = try run("set Nope on\ndim X 101\nset Luz on\n", json: true, answer: Self.answer)
        let lines = result.output.split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0] == #"{"error":{"code":"unknown-element","message":"no set Nope on"}}"#)
        #expect(lines[1].hasPrefix(#"{"error":{"code":"refused-value""#))
        #expect(lines[2].hasPrefix(#"{"id":1,"element":"Casa/Luz""#))
        #expect(result.status == .unknownName)
    }

    @Test func scenesAmongTheLinesAreReportedInFull() throws {
        let result = try run("scene Noche\nscene stop Noche\nrun X 'set Luz on'\ncalendar\nrecord stop\n") { line in
            switch line {
            case "scene Noche":
                #"{"ok":{"scene":"Noche","outcome":"skipped","steps":[],"failed":0,"message":"it runs"}}"# + "\n"
            case "calendar":
                #"{"ok":{"from":"2026-11-20T21:04:05.123Z","until":"2026-11-27T21:04:05.123Z","entries":[{"local":"2026-11-21","scene":"A","trigger":"at sunset","note":"n"}]}}"#
                    + "\n"
            case "record stop": #"{"ok":{"name":"Cine","orders":1,"text":"set Luz on\n"}}"# + "\n"
            default: #"{"ok":{"scene":"X","outcome":"done","steps":[],"failed":0}}"# + "\n"
            }
        }
        #expect(
            result.output == """
                Noche  skipped: it runs
                X  done
                X  done
                Sat 21 Nov 2026
                  –  A  at sunset  n
                set Luz on

                """
        )
        #expect(result.status == .deadlinePassed)
    }

    @Test func longAndInvalidLinesAreRefusedAndTheRestContinues() throws {
        let result = try run(
            String(repeating: "x", count: 200_000) + "\nset Luz on\n",
            verbose: true,
            answer: Self.answer
        )
        #expect(result.errors == "domo: line 1: the line is longer than 64 KiB or not UTF-8\n")
        #expect(result.output == "Luz on (accepted, 1 ms)\n")
        #expect(result.status == .usage)
    }

    @Test func closedConnectionEndsTheBatch() {
        let count = Mutex(0)
        #expect(throws: Fault.hungUp) {
            try run("set Luz on\nset Luz on\nset Luz on\n") { line in
                count.withLock {
                    $0 += 1
                    return $0
                } < 2 ? Self.answer(line) : nil
            }
        }
    }
}
