import DomoControl
import DomoLanguage
import DomoModel
import Glibc
import Synchronization
import Testing

@testable import DomoCLI

private let unknownElement = "{\"error\":{\"code\":\"unknown-element\",\"message\":\"m\"}}\n"

@Suite struct ControlClientTests {
    @Test func answerKeepsItsOriginalBytes() throws {
        let daemon = FakeDaemon { "{\"ok\":{\"line\" : \"\($0)\"}}\n" }
        let client = try ControlClient(socket: [daemon.path])
        for _ in 0..<3 {
            let content = try client.ask(.show(element: "Salón")).content()
            #expect(String(decoding: content, as: UTF8.self) == "{\"line\" : \"show Salón\"}")
        }
    }

    /// domod, if it stood still, must not carry them out when nobody waits any more.
    @Test func ordersSayUntilWhenTheyAreWanted() throws {
        let seen = Mutex<String>("")
        let daemon = FakeDaemon(seesLimits: true) { line in
            seen.withLock { $0 = line }
            return "{\"ok\":{}}\n"
        }
        let before = LocalTime.now.milliseconds
        _ = try ControlClient(socket: [daemon.path]).ask(.group(GroupOrder(place: "Casa", value: "off")))
        guard case .group(let group)? = try RequestParser.parse(seen.withLock { $0 }) else {
            throw Fault(.badLine, seen.withLock { $0 })
        }
        let start = try #require(group.until).milliseconds - 11_000
        #expect(start >= before && start <= LocalTime.now.milliseconds)
    }

    @Test func answerOfManyMegabytesArrivesWhole() throws {
        let long = String(repeating: "x", count: 2_000_000)
        let daemon = FakeDaemon { _ in "{\"ok\":{\"x\":\"\(long)\"}}\n" }
        #expect(try ControlClient(socket: [daemon.path]).ask(.status).content().count == long.utf8.count + 8)
    }

    @Test func faultOfTheDaemonIsThrown() throws {
        let daemon = FakeDaemon { _ in "{\"error\":{\"code\":\"unknown-element\",\"message\":\"m\",\"hint\":\"h\"}}\n" }
        let reply = try ControlClient(socket: [daemon.path]).ask(.status)
        #expect(throws: Fault(.unknownElement, "m", hint: "h")) { try reply.content() }
    }

    /// With socket activation, the next daemon answers.
    @Test(arguments: [
        (Request.order(Order(element: "Lamp", wish: .value("on", as: nil))), 2),
        (.order(Order(element: "Lamp", wish: .level(.to(Percent(40)!)))), 2), (.status, 2),
        (.order(Order(element: "Lamp", wish: .toggle)), 1),
        (.order(Order(element: "Lamp", wish: .level(.by(10)))), 1), (.scene(name: "Cine", explain: false), 1),
    ])
    func requestRefusedByAStoppingDaemonIsRepeatedIfSafe(request: Request, attempts: Int) throws {
        let count = Mutex(0)
        let refusal = "{\"error\":{\"code\":\"stopping\",\"message\":\"the daemon is stopping\"}}\n"
        let daemon = FakeDaemon { _ in
            count.withLock {
                $0 += 1
                return $0
            } == 1 ? refusal : unknownElement
        }
        let fault = #expect(throws: Fault.self) {
            try Conversation(socket: daemon.path, json: true).run(CheckedLine(request))
        }
        #expect(fault?.code == (attempts == 2 ? .unknownElement : .stopping))
        #expect(count.withLock { $0 } == attempts)
    }

    /// An order may have been carried out.
    @Test(arguments: [
        (Request.status, 2), (.list(path: nil, recursive: true), 2),
        (.order(Order(element: "Lamp", wish: .value("on", as: nil))), 1), (.scene(name: "Cine", explain: false), 1),
    ])
    func requestWithoutAReplyIsRepeatedIfItOnlyReads(request: Request, attempts: Int) throws {
        let count = Mutex(0)
        let daemon = FakeDaemon { _ in
            count.withLock {
                $0 += 1
                return $0
            } == 1 ? nil : unknownElement
        }
        let fault = #expect(throws: Fault.self) {
            try Conversation(socket: daemon.path, json: true).run(CheckedLine(request))
        }
        #expect(fault?.code == (attempts == 2 ? .unknownElement : .unreachable))
        #expect(fault?.hint?.contains("may or may not have been carried out") != (attempts == 2))
        #expect(count.withLock { $0 } == attempts)
    }

    /// The next daemon got the order and may have carried it out: the refusal of the first says nothing of that.
    @Test func orderThatTheNextDaemonDoesNotAnswerIsUncertain() throws {
        let count = Mutex(0)
        let refusal = "{\"error\":{\"code\":\"stopping\",\"message\":\"the daemon is stopping\"}}\n"
        let daemon = FakeDaemon { _ in
            count.withLock {
                $0 += 1
                return $0
            } == 1 ? refusal : nil
        }
        let order = Request.order(Order(element: "Lamp", wish: .value("on", as: nil)))
        #expect(throws: Fault.hungUp) { try Conversation(socket: daemon.path, json: true).run(CheckedLine(order)) }
        #expect(count.withLock { $0 } == 2)
    }

    @Test func stoppingDaemonIsNotRetriedForever() throws {
        let daemon = FakeDaemon { _ in "{\"error\":{\"code\":\"stopping\",\"message\":\"m\"}}\n" }
        let fault = #expect(throws: Fault.self) {
            try Conversation(socket: daemon.path, json: true).run(CheckedLine(.status))
        }
        #expect(fault?.code == .stopping)
    }

    @Test func silentDaemonIsAbandoned() throws {
        let daemon = FakeDaemon { _ in "" }
        let client = try ControlClient(socket: [daemon.path])
        let order = Request.order(Order(element: "Lamp", wish: .toggle))
        #expect(throws: Fault.noAnswer(within: .milliseconds(50))) {
            try client.ask(CheckedLine(order), within: .milliseconds(50))
        }
        let fault = #expect(throws: Fault.self) { try client.ask(CheckedLine(.status), within: .milliseconds(50)) }
        #expect(fault?.code == .deadlinePassed)
        #expect(fault?.hint == "see the daemon's log: journalctl -u domod")
    }

    @Test func delayIsNotedOnce() throws {
        let silent = FakeDaemon { _ in "" }
        var notes = 0
        #expect(throws: Fault.noAnswer(within: .milliseconds(50))) {
            try ControlClient(socket: [silent.path]).ask(
                CheckedLine(.reload),
                within: .milliseconds(50),
                after: .milliseconds(10)
            ) { notes += 1 }
        }
        #expect(notes == 1)
        let quick = FakeDaemon { _ in "{\"ok\":{}}\n" }
        _ = try ControlClient(socket: [quick.path]).ask(CheckedLine(.status), within: .seconds(20), after: .seconds(10))
        {
            notes += 1
        }
        #expect(notes == 1)
    }

    @Test(arguments: [nil, "{\"ok\":{", "{\"ok\":{}}"] as [String?])
    func closedConnectionIsReported(answer: String?) throws {
        let daemon = FakeDaemon { line in line == "status" ? answer.map { $0 } : nil }
        let client = try ControlClient(socket: [daemon.path])
        // An unfinished line is not a reply; the second line closes the connection.
        #expect(throws: Fault.hungUp) {
            try client.connection.write("status\nreload\n".utf8)
            _ = try client.ask(.reload)
        }
    }

    @Test(arguments: ["", "ok", "[]", "{}", "{\"no\":1}", "{\"ok\":}", "{\"ok\"1}"])
    func garbageIsRejected(line: String) {
        let fault = #expect(throws: Fault.self) { try ReplyLine(Array(line.utf8)).content() }
        #expect(fault?.code == .unreachable)
    }

    @Test func missingDaemonIsUnreachable() {
        let fault = #expect(throws: Fault.self) { try ControlClient(socket: ["/nonexistent/a", "/nonexistent/b"]) }
        #expect(fault?.code == .unreachable)
        #expect(fault?.message == "can't connect to domod at /nonexistent/a")
        #expect(fault?.hint?.hasPrefix("start it: systemctl start domod") == true)
    }

    @Test func nextSocketIsTriedIfNobodyAnswers() throws {
        let daemon = FakeDaemon { _ in "{\"ok\":{}}\n" }
        let client = try ControlClient(socket: ["/nonexistent/a", daemon.path])
        #expect(try client.ask(.status).kind == .ok)
    }

    @Test func pathTooLongIsRefused() {
        let fault = #expect(throws: Fault.self) {
            try ControlConnection(path: "/" + String(repeating: "x", count: 107))
        }
        #expect(fault?.code == .badConfiguration)
    }

    @Test func lineBreaksAndLongLinesAreRefused() throws {
        for value in ["a\nb", "a\rb", "a\r\nb", String(repeating: "x", count: 65_536)] {
            let fault = #expect(throws: Fault.self) {
                try CheckedLine(.order(Order(element: "X", wish: .value(value, as: nil)))).bytes()
            }
            #expect(fault?.code == .badLine)
        }
    }

    @Test func socketIsFoundByOptionThenEnvironment() {
        let all = ["DOMO_SOCKET": "/d", "XDG_RUNTIME_DIR": "/run/user/1"]
        #expect(SocketPath.candidates(option: "/o") { all[$0] } == ["/o"])
        #expect(SocketPath.candidates(option: nil) { all[$0] } == ["/d"])
        #expect(
            SocketPath.candidates(option: nil) { $0 == "DOMO_SOCKET" ? "" : all[$0] }
                == ["/run/user/1/domo.sock", "/run/domo/domo.sock"]
        )
        #expect(SocketPath.candidates(option: nil) { _ in nil } == ["/run/domo/domo.sock"])
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func linesAreTheSameForAnyChunks(size: Int) {
        var buffer = LineBuffer(limit: 5)
        var lines: [LineBuffer.Line] = []
        let bytes = Array("a\n\nabcde\nabcdef\nabcdefghijkl\nx\nrest".utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { buffer.append($0) }
            while let line = buffer.nextLine() { lines.append(line) }
        }
        #expect(
            lines == [.line([97]), .line([]), .line(Array("abcde".utf8)), .tooLong, .tooLong, .line([120])]
        )
        #expect(buffer.lastLine() == .line(Array("rest".utf8)))
        #expect(buffer.lastLine() == nil)
    }
}
