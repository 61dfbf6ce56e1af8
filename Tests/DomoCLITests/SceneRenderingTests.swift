import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct SceneRenderingTests {
    /// 20 November 2026, 21:04:05 UTC: a Friday, and 22:04 in Madrid.
    static let now = RenderingTests.time
    let rendering = Rendering(style: .plain, now: now) { _ in "+01:00" }

    private static func record(
        _ outcome: SceneOutcome?,
        hoursAgo: Int64 = 2,
        failed: Int = 0,
        message: String? = nil
    ) -> SceneRecord {
        let time = Timestamp(milliseconds: now.milliseconds - hoursAgo * 3_600_000)
        return SceneRecord(
            scene: "x",
            by: .user("ana"),
            started: time,
            ended: outcome.map { _ in time },
            outcome: outcome,
            failed: failed,
            message: message
        )
    }

    private static func scene(
        _ name: String,
        _ triggers: [String] = [],
        local: String? = nil,
        step: String? = nil,
        last: SceneRecord? = nil,
        skipped: SceneRecord? = nil
    ) -> SceneList.Scene {
        SceneList.Scene(
            name: name,
            file: nil,
            steps: 3,
            triggers: triggers,
            next: local.map { _ in now },
            local: local,
            step: step,
            last: last,
            skipped: skipped
        )
    }

    private static let list = SceneList(scenes: [
        scene(
            "Buenas noches",
            ["at 23:30 mon-fri except holidays", "when HomeSecurity on for 10s"],
            local: "2026-11-20T23:30:00+01:00",
            last: record(.done)
        ),
        scene(
            "Riego",
            ["every 2h"],
            local: "2026-11-23T06:00:00+01:00",
            last: record(.failed, hoursAgo: 30, failed: 1, message: "set Riego on: the server is out of reach")
        ),
        scene("Alarma", ["when Flood on"], step: "wait 20s", last: record(nil, hoursAgo: 0)),
        scene("Navidad", ["at 18:00 12-24"], local: "2026-12-24T18:00:00+01:00", last: record(.stopped)),
        scene("Película"),
    ])

    @Test func scenesShowTheirTriggersAndLastRuns() {
        #expect(
            Rendering(style: .plain, now: Self.now, width: 80) { _ in "+01:00" }.scenes(Self.list) == """
                Buenas noches  at 23:30 mon-fri except holidays…  today 23:30    done 2 h ago
                Riego          every 2h                           Mon 06:00      failed 1 d ago
                               set Riego on: the server is out of reach
                Alarma         when Flood on                      now: wait 20s  began just now
                Navidad        at 18:00 12-24                     24 Dec 18:00   stopped 2 h ago
                Película       by name

                """
        )
        #expect(rendering.scenes(SceneList(scenes: [])).hasPrefix("no scenes; "))
        let leftOut = SceneList.LeftOut(name: "Noche", problem: "noche.domo:2:1: error: unknown verb")
        let line = "not loaded: Noche: noche.domo:2:1: error: unknown verb\n"
        #expect(rendering.scenes(SceneList(scenes: [], leftOut: [leftOut])) == line)
        let one = SceneList.Scene(name: "Cine", file: nil, steps: 1)
        #expect(rendering.scenes(SceneList(scenes: [one], leftOut: [leftOut])) == "Cine  by name\n" + line)
    }

    @Test func skippedStartIsShownBelowTheLastRun() {
        let missed = "its time was missed (2026-11-20T22:00:00+01:00)"
        let skipped = Self.record(.skipped, message: missed)
        let list = SceneList(scenes: [
            Self.scene("Noche", ["at 22:00"], last: Self.record(.done), skipped: skipped),
            Self.scene(
                "Riego",
                ["every 2h"],
                last: Self.record(.failed, hoursAgo: 30, failed: 1, message: "set Riego on: refused"),
                skipped: Self.record(.skipped, hoursAgo: 0, message: "it is running already")
            ),
        ])
        #expect(
            rendering.scenes(list) == """
                Noche  at 22:00    done 2 h ago
                       skipped 2 h ago: \(missed)
                Riego  every 2h    failed 1 d ago
                       set Riego on: refused
                       skipped just now: it is running already

                """
        )
        let narrow = Rendering(style: .plain, now: Self.now, width: 50).scenes(list).split(separator: "\n")
        #expect(narrow.contains("       skipped 2 h ago: its time was missed (2026…"))
    }

    @Test(arguments: [60, 80, 120, 200])
    func scenesFitTheTerminal(width: Int) {
        let text = Rendering(style: .plain, now: Self.now, width: width) { _ in "+01:00" }.scenes(Self.list)
        #expect(text.split(separator: "\n").allSatisfy { DisplayText.width(String($0)) <= max(width, 72) })
        #expect(text.contains("at 23:30 mon-fri except holidays, when HomeSecurity on for 10s") == (width > 100))
    }

    @Test func listOfScenesIsNotTruncatedWithoutAWidth() {
        let name = String(repeating: "n", count: 30)
        let step = "set " + String(repeating: "s", count: 30) + " on"
        let message = String(repeating: "m", count: 100)
        let triggers = ["at 23:30 mon-fri except holidays", "when HomeSecurity on for 10s", "every 2h"]
        let list = SceneList(scenes: [
            Self.scene(name, triggers, step: step, last: Self.record(.failed, failed: 1, message: message))
        ])
        #expect(
            Rendering(style: .plain, now: Self.now, width: nil).scenes(list) == """
                \(name)  \(triggers.joined(separator: ", "))  now: \(step)  failed 2 h ago
                \(String(repeating: " ", count: 30))  \(message)

                """
        )
    }

    @Test(arguments: [
        ("2026-11-20T23:30:00+01:00", "today 23:30"), ("2026-11-20T22:05:30+01:00", "today 22:05:30"),
        ("2026-11-21T00:00:00+01:00", "Sat 00:00"), ("2026-11-26T07:00:00+01:00", "Thu 07:00"),
        ("2026-11-27T07:00:00+01:00", "27 Nov 07:00"), ("2027-01-06T07:00:00+01:00", "6 Jan 2027 07:00"),
        // There it is already tomorrow, or still yesterday.
        ("2026-11-21T12:00:00+12:00", "today 12:00"), ("2026-11-20T09:04:00-12:00", "today 09:04"),
        ("2026-11-20T21:30:00Z", "today 21:30"), ("2026-11-20T21:30:00.123Z", "today 21:30"),
    ])
    func timeIsInTheTimeZoneOfTheHouse(local: String, text: String) {
        let time = HouseTime(local)
        #expect(time?.text(now: Self.now) { _ in time?.offset ?? "" } == text)
    }

    /// The terminal's clock is set forward at 22:30 UTC.
    @Test(arguments: [
        ("2026-11-20T23:29:59+01:00", "today 23:29:59"), ("2026-11-20T23:30:00+01:00", "today 23:30 +01:00"),
        ("2026-11-21T00:30:00+02:00", "Sat 00:30"), ("2026-11-20T22:30:00Z", "today 22:30 +00:00"),
        ("2026-11-20T17:29:59-05:00", "today 17:29:59 -05:00"), ("2026-12-24T18:00:00+05:30", "24 Dec 18:00 +05:30"),
    ])
    func offsetIsShownIfTheTerminalHasAnotherAtThatTime(local: String, text: String) throws {
        let change = try #require(Timestamp(rfc3339: "2026-11-20T22:30:00.000Z"))
        let time = HouseTime(local)?.text(now: Self.now) { $0 < change ? "+01:00" : "+02:00" }
        #expect(time == text)
    }

    @Test func scenesShowTheOffset() {
        let list = SceneList(scenes: [
            Self.scene("Madrid", local: "2026-11-20T23:30:00+01:00"),
            Self.scene("London", local: "2026-11-20T22:30:00+00:00"),
        ])
        #expect(
            rendering.scenes(list) == """
                Madrid  by name  today 23:30
                London  by name  today 22:30 +00:00

                """
        )
    }

    @Test(arguments: ["", "2026-11-20", "2026-11-20T", "2026-02-30T10:00:00Z", "2026-11-20T10:00:00", "x"])
    func otherTimesAreNotRead(local: String) {
        #expect(HouseTime(local) == nil)
    }

    @Test func explainedSceneShowsWhenEachSignalIsSent() {
        let explanation = Explanation(signals: [
            .init(element: "Casa/A", action: "on", signal: "POST http://h/a", after: 0),
            .init(element: "Casa/B", action: "on", signal: "POST http://h/b", after: 20, note: "if HomeSecurity off"),
            .init(
                element: "Casa/C",
                action: "on",
                signal: nil,
                problem: "no server",
                line: 4,
                after: 750.5,
                note: "at the earliest"
            ),
        ])
        #expect(
            rendering.explanation(explanation) == """
                          +0 s  POST http://h/a
                         +20 s  POST http://h/b  (if HomeSecurity off)
                +12 min 30.5 s  Casa/C on: no signal for line 4: no server  (at the earliest)

                """
        )
        let order = Explanation(signals: [.init(element: "Casa/A", action: "on", signal: "POST http://h/a")])
        #expect(rendering.explanation(order) == "POST http://h/a\n")
    }

    /// It is there to be copied.
    @Test func signalIsNeverCutToTheTerminal() {
        let url = "POST http://h/" + String(repeating: "x", count: 200)
        let order = Explanation(signals: [.init(element: "Casa/A", action: "on", signal: url)])
        #expect(Rendering(style: .plain, now: Self.now, width: 80).explanation(order) == url + "\n")
    }

    @Test func explainedSceneShowsItsConditions() {
        let signal = Explanation.Signal(element: "Casa/A", action: "on", signal: "POST http://h/a", after: 0)
        var explanation = Explanation(signals: [signal], conditions: [.init(text: "Luz on", holds: true)])
        #expect(
            rendering.explanation(explanation) == """
                +0 s  POST http://h/a
                its triggers would start it now:
                  only if Luz on  holds

                """
        )
        explanation.signals = []
        explanation.conditions = [
            .init(text: "Luz on", holds: true), .init(text: "Gas off", holds: false, reason: "Gas is on"),
            .init(text: "Agua on", holds: nil, reason: "Agua is unknown"),
        ]
        #expect(
            rendering.explanation(explanation) == """
                nothing would be sent
                its triggers would not start it now:
                  only if Luz on  holds
                  only if Gas off  does not hold: Gas is on
                  only if Agua on  unknown: Agua is unknown

                """
        )
    }

    @Test(arguments: [
        (0, "+0 s"), (0.25, "+0.25 s"), (59.9994, "+59.999 s"), (59.9996, "+1 min"), (60, "+1 min"), (3600, "+1 h"),
        (3661.5, "+1 h 1 min 1.5 s"), (90_000, "+25 h"), (-1, "+0 s"), (.infinity, "+277777777 h 46 min 40 s"),
    ])
    func offsetIsExact(seconds: Double, text: String) {
        #expect(Rendering.offset(seconds: seconds) == text)
    }

    @Test(
        arguments: [
            (.begins, nil, nil, nil, "begins  by ana"),
            (.step, 3, "set Luz on: accepted, 3 ms", nil, "step line 3: set Luz on: accepted, 3 ms  by ana"),
            (.failed, 4, "set Gone on: no Gone", nil, "failed line 4: set Gone on: no Gone  by ana"),
            (.log, 5, "Hola\u{1B}", nil, "log line 5: Hola\u{FFFD}  by ana"),
            (.ended, nil, nil, .done, "done  by ana"),
            (.ended, nil, "another of its group began", .stopped, "stopped: another of its group began  by ana"),
            (.skipped, nil, "it is running already", nil, "skipped: it is running already  by ana"),
        ] as [(SceneProgress, Int?, String?, SceneOutcome?, String)]
    )
    func watchedSceneHasALineForEachEvent(
        progress: SceneProgress,
        line: Int?,
        message: String?,
        outcome: SceneOutcome?,
        text: String
    ) {
        let event = Event(
            kind: .scene,
            time: Self.now,
            message: message,
            by: .user("ana"),
            scene: "Noche",
            progress: progress,
            line: line,
            outcome: outcome
        )
        #expect(rendering.event(event) == "\(LocalTime.text(Self.now))  scene Noche  \(text)\n")
    }

    @Test func stepThatEndsInAColonGetsNoOther() {
        let unknown = Fault(.unknownState, "Louver is not known", hint: "neither of its branches is taken")
        let report = SceneReport(
            scene: "Noche",
            outcome: .failed,
            steps: [
                .init(line: 1, step: "if Louver up:", error: unknown),
                .init(line: 3, step: "if Louver down:", note: "no"),
            ],
            failed: 1
        )
        #expect(
            rendering.end(of: report, reported: ReportedSteps(scene: "Noche"), took: .zero) == """
                  failed: if Louver up: Louver is not known
                  if Louver down: no
                Noche  1 of 2 steps failed
                  if Louver up: neither of its branches is taken

                """
        )
    }

    @Test func unstoredOrderIsReportedAfterProgressToo() {
        var fault = Fault(.mismatch, "m")
        fault.stored = false
        let report = SceneReport(
            scene: "Noche",
            outcome: .failed,
            steps: [.init(line: 1, step: "set X on", error: fault)],
            failed: 1
        )
        var reported = ReportedSteps(scene: "NOCHE")
        for event in [
            Event(kind: .scene, time: Self.now, scene: "Noche", progress: .begins),
            Event(kind: .scene, time: Self.now, scene: "Noche", progress: .failed, line: 1),
        ] {
            let isReported = reported.handle(event)
            #expect(isReported)
        }
        #expect(
            rendering.end(of: report, reported: reported, took: .zero) == """
                Noche  1 of 1 steps failed
                  set X on: \(Rendering.notStored)

                """
        )
    }
}
