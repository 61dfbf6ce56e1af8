import DomoLanguage
import DomoTestKit
import Foundation
import Testing

/// An old `domo` works with the present daemon, and the present one with an old daemon.
@Suite(.waits) struct CompatibilityTests {
    private static let session = "session-0.1.0.txt"

    private struct Reply<Content: WireObject>: Decodable { var ok: Content }
    private struct ErrorReply: Decodable { var error: Fault }
    private struct EventLine: Decodable { var event: Event }

    private static func json(_ text: some StringProtocol) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    private static func written(_ value: some JSONWritable) -> String {
        var json = JSONWriter()
        value.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The reply, decoded and encoded again.
    private static func again(_ reply: String, to request: Request) throws -> String {
        func content<Content: WireObject>(_: Content.Type) throws -> String {
            let content = try JSONDecoder().decode(Reply<Content>.self, from: Data(reply.utf8)).ok
            return #"{"ok":\#(written(content))}"#
        }
        let isExplained = request.line.contains("--explain")
        return switch request.verb {
        case .list: try content(Listing.self)
        case .show: try content(ElementView.self)
        case .model: try content(ModelView.self)
        case .set, .dim, .toggle: try isExplained ? content(Explanation.self) : content(OrderReceipt.self)
        case .scene, .run: try isExplained ? content(Explanation.self) : content(SceneReport.self)
        case .watch: reply
        case .scenes: try content(SceneList.self)
        case .calendar: try content(CalendarPage.self)
        case .record: try content(Recording.self)
        case .off: try content(GroupReport.self)
        case .script:
            try request.line.hasPrefix("script check") ? content(SceneDiagnostics.self) : content(SceneText.self)
        case .plan: try request.line.hasPrefix("plan show") ? content(PlanPicture.self) : content(PlanPositions.self)
        case .orders: try content(OrderList.self)
        case .why: try content(WhyReport.self)
        case .history:
            try request.line.contains("--from") ? content(RecordsPage.self) : content(HistoryPage.self)
        case .log: try content(HouseLog.self)
        case .stats: try content(StatsReport.self)
        case .export: try content(ExportPage.self)
        case .rename: try content(RenameReport.self)
        case .backup, .restore: try content(TransferReport.self)
        case .audit: try content(LogPage.self)
        case .knx: try content(LinkAnswer.self)
        case .token: try request.line.contains("new") ? content(GivenToken.self) : content(TokenList.self)
        case .hook: try content(HookList.self)
        case .knock: try content(KnockReceipt.self)
        case .claim: try content(GivenToken.self)
        case .login, .logout: try content(SessionView.self)
        case .notify: try content(NoticeReport.self)
        case .notices:
            try request.line.hasPrefix("notices ack") ? content(NoticeReport.self) : content(NoticeList.self)
        case .notifier: try content(NotifierView.self)
        case .push: try content(PushReport.self)
        case .status: try content(StatusView.self)
        case .doctor: try content(HealthView.self)
        case .reload: try content(ReloadReport.self)
        }
    }

    @Test func replyOfAnOldDaemonIsReadWithoutLoss() throws {
        let replies = try RecordedSession(file: Self.session).replies
        #expect(replies.count > 50)
        for (line, reply) in replies {
            var again: String
            if reply.hasPrefix(#"{"error""#) {
                let fault = try JSONDecoder().decode(ErrorReply.self, from: Data(reply.utf8)).error
                again = Self.written(DomoLanguage.Reply.fault(fault))
            } else {
                again = try Self.again(reply, to: #require(try RequestParser.parse(line), "\(line)"))
            }
            #expect(try Self.json(again).differences(from: Self.json(reply)) == [], "\(line)")
        }
    }

    @Test func eventOfAnOldDaemonIsReadWithoutLoss() throws {
        let events = try RecordedSession(file: Self.session).events
        #expect(events.count > 10)
        for line in events {
            let event = try JSONDecoder().decode(EventLine.self, from: Data(line.utf8)).event
            #expect(try Self.json(Self.written(event)).differences(from: Self.json(line)) == [], "\(line)")
        }
    }

    /// Replies still have all their keys, with the same types.
    @Test func repliesAreReadableByAnOldDomo() throws {
        let session = try RecordedSession(file: Self.session)
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.folder.write(
                "scenes/noche.domo",
                """
                name "Noche"
                on failure continue
                at 23:30

                set Louver down
                wait 10ms
                set Buzzer on --wait none
                log "hecho"

                """
            )
            try household.folder.write("scenes/larga.domo", "name \"Larga\"\nset Buzzer off\nwait 5m\n")
            // Its server starts when the watch has begun, so that what it reports first is seen.
            try household.startSimulator()
            try household.killSimulator()
            try household.startReportingDaemon()
            let (connection, other, watcher) = (
                try Connection(socket: household.socket), try Connection(socket: household.socket),
                try Connection(socket: household.socket)
            )
            try watcher.send("watch\n")
            #expect(try watcher.line() == #"{"ok":{}}"#)
            try household.startSimulator(port: household.port)
            try household.waitForReading("Louver", "down")
            var token = ""
            for entry in session.entries {
                switch entry {
                case .begun(let line):
                    try other.send(line + "\n")
                    // It is stopped at its last step.
                    try household.waitForScene("wait 5m")
                case .ended(let reply):
                    let now = try Self.json(#require(try other.line()))
                    #expect(try Self.json(reply).shape.subtracting(now.shape) == [])
                case .requested(let line, let reply):
                    let recorded = try Self.json(reply).shape
                    var missing: Set<String> = []
                    func ask() throws {
                        try connection.send(line.replacing("TOKEN", with: token) + "\n")
                        let text = try #require(try connection.line(), "\(line)")
                        missing = recorded.subtracting(try Self.json(text).shape)
                        if let match = text.firstMatch(of: /"token":"(\w+)"/) { token = String(match.1) }
                    }
                    try ask()
                    // A request that came too early is repeated if it changes nothing.
                    if Self.changesNothing(line), !missing.isEmpty {
                        try household.eventually("\(line)") {
                            try ask()
                            return missing.isEmpty
                        }
                    }
                    #expect(missing == [], "\(line)")
                }
            }
            try Self.expectEvents(session.events, from: watcher)
        }
    }

    private static func changesNothing(_ line: String) -> Bool {
        do throws(Fault) {
            return try RequestParser.parse(line)?.role == .read
        } catch {
            return false
        }
    }

    /// Reads events until there was one of each recorded kind, and compares them by kind.
    private static func expectEvents(_ recorded: [String], from watcher: Connection) throws {
        func byKind(_ lines: [String]) throws -> [String: Set<String>] {
            try lines.reduce(into: [:]) { shapes, line in
                let event = try JSONDecoder().decode(EventLine.self, from: Data(line.utf8)).event
                let kind = "\(event.kind) \(event.progress.map { "\($0)" } ?? "")"
                shapes[kind, default: []].formUnion(try json(line).shape)
            }
        }
        let wanted = try byKind(recorded)
        var lines: [String] = []
        var now: [String: Set<String>] = [:]
        // The session ends with the reload; what the house reports may come after it.
        while !now.keys.contains(where: { $0.hasPrefix("reload") }) || !Set(wanted.keys).isSubset(of: now.keys) {
            guard let line = try watcher.line() else { break }
            lines.append(line)
            now = try byKind(lines)
        }
        for (kind, shape) in wanted { #expect(shape.subtracting(now[kind] ?? []) == [], "\(kind)") }
    }
}
