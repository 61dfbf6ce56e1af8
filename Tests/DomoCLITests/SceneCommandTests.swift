import Dispatch
import DomoLanguage
import DomoModel
import Glibc
import Synchronization
import Testing

@testable import DomoCLI

/// Runs a scene against a daemon that reports its steps. The tests are serialized, because signals are per process.
@Suite(.serialized) struct SceneCommandTests {
    static func line(_ reply: Reply) -> String {
        var json = JSONWriter()
        json.value(reply)
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    static func step(_ line: Int, _ text: String, error: Fault? = nil, note: String? = nil) -> SceneReport.Step {
        let receipt = OrderReceipt(
            id: 7,
            element: "Casa/Luz",
            type: "binary",
            action: "on",
            outcome: .accepted,
            attempts: 1,
            milliseconds: 3
        )
        return SceneReport.Step(
            line: line,
            step: text,
            receipt: error == nil && note == nil ? receipt : nil,
            error: error,
            note: note
        )
    }

    private static let gone = Fault(.unknownElement, "no Gone", hint: "did you mean Cone?")
    private static let report = SceneReport(
        scene: "Noche",
        outcome: .failed,
        steps: [
            step(1, "set Luz on"), step(2, "set Gone on", error: gone), step(3, "log Hola", note: "Hola"),
            step(4, "set Luz off"),
        ],
        failed: 1
    )

    static func run(
        _ daemon: SceneDaemon,
        _ request: Request = .scene(name: "noche", explain: false),
        tag: String? = nil,
        json: Bool = false,
        watches: Bool = true,
        interruption: Interruption? = nil,
        patience: Duration = .seconds(5)
    ) throws -> (output: String, status: DomoLanguage.ExitStatus) {
        let written = Mutex("")
        var conversation = SceneConversation(json: json)
        conversation.rendering = Rendering(style: .plain)
        conversation.write = { text in written.withLock { $0 += text } }
        let status = try conversation.run(
            CheckedLine(request),
            name: "noche",
            tag: tag,
            client: ControlClient(socket: [daemon.path]),
            events: watches ? SceneConversation.watch(daemon.path) : nil,
            interruption: interruption ?? Interruption(takesSignals: false),
            patience: patience
        )
        return (written.withLock { $0 }.replacing(/in [\d.]+ ms/, with: "in N ms"), status)
    }

    @Test func everyStepIsReportedOnceAsItEnds() throws {
        let daemon = SceneDaemon { _, daemon in
            // An earlier run, another scene, and an event that is not about scenes.
            daemon.report(.step, line: 9, "set Old on")
            daemon.report(.ended)
            daemon.report(.begins)
            daemon.report(.step, line: 1, "set X on", scene: "Dia")
            daemon.report(.step, line: 1, "set Luz on: accepted, 3 ms")
            daemon.report(Event(kind: .reload, time: RenderingTests.time, message: "m"))
            daemon.report(.failed, line: 2, "set Gone on: no Gone")
            daemon.report(.log, line: 3, "Hola")
            daemon.report(.step, line: 3, "log Hola")
            return Self.line(.scene(Self.report))
        }
        let (output, status) = try Self.run(daemon)
        #expect(
            output == """
                Noche
                  set Luz on: accepted, 3 ms
                  failed: set Gone on: no Gone
                  log: Hola
                  set Luz off: accepted, 3 ms
                Noche  1 of 4 steps failed
                  set Gone on: did you mean Cone?

                """
        )
        #expect(status == .unknownName)
        // Watching begins before the start, so nothing is missed.
        #expect(daemon.lines == ["watch", "scene noche"])
    }

    /// The scene runs for somebody else, whose run ends before this one begins.
    @Test func onlyTheOwnRunIsReported() throws {
        let daemon = SceneDaemon { line, daemon in
            // A line that is no request is none that starts a scene.
            guard case .scene(_, explain: _, let tag, values: _, until: _)? = try? RequestParser.parse(line) else {
                return nil
            }
            for tag in ["other", tag] {
                daemon.report(.begins, tag: tag)
                daemon.report(.step, line: 1, "set Luz on: \(tag ?? "")", tag: tag)
            }
            return Self.line(.scene(SceneReport(scene: "Noche", outcome: .done, steps: [], failed: 0)))
        }
        let (output, _) = try Self.run(daemon, .scene(name: "noche", explain: false, tag: "own"), tag: "own")
        #expect(output == "Noche\n  set Luz on: own\nNoche  done in N ms\n")
    }

    @Test func stepIsPrintedBeforeTheNextOneEnds() throws {
        let written = Mutex("")
        let printed = DispatchSemaphore(value: 0)
        let wasPrinted = Mutex(false)
        let daemon = SceneDaemon { _, daemon in
            daemon.report(.begins)
            daemon.report(.step, line: 1, "set Luz on: accepted, 3 ms")
            while !written.withLock({ $0.contains("set Luz on") }), printed.wait(timeout: .now() + 60) == .success {}
            wasPrinted.withLock { $0 = written.withLock { $0.contains("set Luz on") } }
            return Self.line(.scene(SceneReport(scene: "Noche", outcome: .done, steps: [], failed: 0)))
        }
        var conversation = SceneConversation(json: false)
        conversation.write = { text in
            written.withLock { $0 += text }
            printed.signal()
        }
        let status = try conversation.run(
            CheckedLine(.scene(name: "noche", explain: false)),
            name: "noche",
            client: ControlClient(socket: [daemon.path]),
            events: SceneConversation.watch(daemon.path),
            interruption: Interruption(takesSignals: false)
        )
        #expect(wasPrinted.withLock { $0 })
        #expect(status == .done)
    }

    @Test func withoutProgressTheReportHasAllSteps() throws {
        let daemon = SceneDaemon { _, _ in Self.line(.scene(Self.report)) }
        let (output, status) = try Self.run(daemon, watches: false)
        #expect(
            output == """
                Noche  1 of 4 steps failed
                  set Luz on   accepted, 3 ms
                  set Gone on  failed: no Gone
                               did you mean Cone?
                  log Hola     Hola
                  set Luz off  accepted, 3 ms

                """
        )
        #expect(status == .unknownName)
    }

    @Test func interruptedProgressIsNotReportedTwice() throws {
        let daemon = SceneDaemon { _, daemon in
            daemon.report(.begins)
            daemon.report(.step, line: 1, "set Luz on: accepted, 3 ms")
            daemon.cutWatchers()
            return Self.line(.scene(Self.report))
        }
        let (output, _) = try Self.run(daemon)
        #expect(
            output.hasPrefix("Noche\n  set Luz on: accepted, 3 ms\n  failed: set Gone on: no Gone\n  log Hola: Hola\n")
        )
    }

    @Test func sceneRunsWithoutWatching() {
        let daemon = FakeDaemon { line in
            line == "watch" ? nil : Self.line(.scene(SceneReport(scene: "N", outcome: .done, steps: [], failed: 0)))
        }
        #expect(SceneConversation.watch(daemon.path) == nil)
        #expect(DomoCommand.run(["scene", "N", "--socket", daemon.path]) == .done)
    }

    @Test func reportInJSONIsThatOfTheDaemon() throws {
        let answer = #"{"scene" : "Noche","outcome":"done","steps":[],"failed":0,"new":1}"#
        let daemon = SceneDaemon { _, _ in "{\"ok\":\(answer)}\n" }
        let (output, status) = try Self.run(daemon, json: true, watches: false)
        #expect(output == answer + "\n")
        #expect(status == .done)
    }

    @Test(
        arguments: [
            (SceneOutcome.done, nil, DomoLanguage.ExitStatus.done), (.stopped, nil, .deadlinePassed),
            (.skipped, nil, .deadlinePassed), (.failed, .refusedValue, .badData), (.lost, nil, .unreachable),
            (.stopped, .unknownElement, .deadlinePassed),
        ] as [(SceneOutcome, Fault.Code?, DomoLanguage.ExitStatus)]
    )
    func exitStatusShowsTheResult(outcome: SceneOutcome, code: Fault.Code?, status: DomoLanguage.ExitStatus) {
        let steps = code.map { [Self.step(1, "set X on", error: Fault($0, "m"))] } ?? []
        let report = SceneReport(scene: "N", outcome: outcome, steps: steps, failed: steps.count)
        let daemon = FakeDaemon { _ in Self.line(.scene(report)) }
        #expect(DomoCommand.run(["scene", "N", "--socket", daemon.path]) == status)
        #expect(DomoCommand.run(["scene", "N", "--json", "--socket", daemon.path]) == status)
    }

    @Test func skippedSceneShowsItsReason() throws {
        let report = SceneReport(
            scene: "Noche",
            outcome: .skipped,
            steps: [],
            failed: 0,
            message: "it is running already"
        )
        let daemon = SceneDaemon { _, daemon in
            daemon.report(.skipped, "it is running already")
            return Self.line(.scene(report))
        }
        #expect(try Self.run(daemon).output == "Noche  skipped: it is running already\n")
    }

    @Test func closedConnectionIsReported() throws {
        let daemon = SceneDaemon { _, _ in nil }
        #expect(throws: Fault.hungUp) { try Self.run(daemon) }
    }

    // MARK: domo run

    @Test func fileIsSentLineByLine() throws {
        let folder = TestFolder()
        try folder.write("noche de paz.domo", Array("#!/usr/bin/env -S domo run\n\nset Luz on # it's\n\n".utf8))
        let daemon = SceneDaemon { _, _ in
            Self.line(.scene(SceneReport(scene: "noche de paz", outcome: .done, steps: [], failed: 0)))
        }
        let path = folder.path + "/noche de paz.domo"
        #expect(DomoCommand.run(["run", path, "--socket", daemon.path]) == .done)
        #expect(daemon.lines.first == "watch")
        let request = try RequestParser.parse(daemon.lines[1])
        guard case .run("noche de paz", let lines, explain: false, let tag?, until: nil)? = request else {
            Issue.record("it is not read back: \(daemon.lines)")
            return
        }
        #expect(lines == ["#!/usr/bin/env -S domo run", "", "set Luz on # it's"])
        let line = #" 'noche de paz' '#!/usr/bin/env -S domo run' '' 'set Luz on # it'\''s'"#
        #expect(daemon.lines[1] == "run --tag \(tag)" + line)
    }

    @Test func explainedFileIsOneRequest() throws {
        let folder = TestFolder()
        try folder.write("a.domo", Array("set Luz on".utf8))
        let daemon = SceneDaemon { _, _ in Self.line(.explanation(Explanation(signals: []))) }
        #expect(DomoCommand.run(["run", "--explain", folder.path + "/a.domo", "--socket", daemon.path]) == .done)
        #expect(daemon.lines == ["run --explain a 'set Luz on'"])
    }

    @Test func mistakesAreFoundBeforeAnythingIsSent() throws {
        let folder = TestFolder()
        try folder.write("a.domo", Array("set Luz on\n  sett Luz on\n".utf8))
        let daemon = SceneDaemon { _, _ in nil }
        for arguments in [[], ["--json"], ["--explain"]] {
            let all = ["run", folder.path + "/a.domo", "--socket", daemon.path] + arguments
            #expect(DomoCommand.run(all) == .badData)
        }
        #expect(daemon.lines == [])
    }

    @Test(
        arguments: [
            ([], .usage), (["a", "b"], .usage), (["--bogus"], .usage), (["/nonexistent/x.domo"], .noSuchFile),
            (["/tmp"], .noSuchFile),
        ] as [([String], DomoLanguage.ExitStatus)]
    )
    func wrongUseOfRunIsRefused(operands: [String], status: DomoLanguage.ExitStatus) {
        #expect(DomoCommand.run(["run"] + operands + ["--socket", "/nonexistent"]) == status)
    }
}
