import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// What the engine hands to a notifier, and what becomes of it.
@Suite struct NoticeTests {
    private static let profile =
        "notifier attach --target ana --target luis --group familia=ana,luis --call tiempo --deadline 10m"

    private static func house(_ scenes: [(name: String, text: String)] = []) throws -> HouseUnderTest {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: scenes))
        try house.give(profile)
        return house
    }

    @Test func messageGoesToEachTargetOnce() throws {
        let house = try Self.house([("S", "notify \"hola\" to familia, ana, urgent")])
        try house.give("scene S")
        #expect(house.handed == ["1 ana raised hola", "2 luis raised hola"])
        try house.give("notifier done 1 sent")
        try house.give("notifier done 2 failed --message 'HTTP 403'")
        // A second report changes nothing.
        try house.give("notifier done 1 failed")
        #expect(house.states() == ["ana sent", "luis failed: HTTP 403"])
    }

    @Test func messageWaitsForTheNotifier() throws {
        let house = HouseUnderTest()
        try house.give("notify hola --to familia,otro --no-wait")
        #expect(house.handed == [])
        try house.give(Self.profile)
        #expect(house.handed == ["1 ana raised hola", "3 luis raised hola"])
        #expect(house.states().contains("otro failed: the notifier has no target named \"otro\""))
    }

    @Test func messageExpiresAtItsDeadline() throws {
        let house = HouseUnderTest()
        try house.give("notify hola --to ana --no-wait")
        house.pass(.seconds(3599))
        #expect(house.states() == ["ana waiting"])
        house.pass(.seconds(2))
        #expect(house.states() == ["ana expired: no notifier was attached in time"])
        try house.give(Self.profile)
        #expect(house.handed == [])
    }

    @Test func silenceOfTheNotifierIsAnUnknownOutcome() throws {
        let house = try Self.house()
        try house.give("notify hola --to ana --no-wait")
        house.feed(.notifierGone)
        try house.give(Self.profile)
        #expect(house.handed.count == 1, "it is not handed over again")
        house.pass(.seconds(600))
        #expect(house.states() == ["ana sending"])
        house.pass(.seconds(31))
        #expect(house.states() == ["ana lost: the notifier did not report what became of it"])
    }

    /// It may have been restarted before it sent them, and knows which it has begun to send.
    @Test func notifierWithALedgerIsGivenAgainWhatHasNoOutcome() throws {
        let house = HouseUnderTest()
        try house.give(Self.profile + " --keeps-ledger")
        try house.give("notify hola --to familia --no-wait")
        try house.give("notifier done 1 sent")
        house.feed(.notifierGone)
        try house.give(Self.profile + " --keeps-ledger")
        #expect(house.handed == ["1 ana raised hola", "2 luis raised hola", "2 luis raised hola"])
        house.pass(.seconds(601))
        try house.give(Self.profile + " --keeps-ledger")
        #expect(house.handed.count == 3, "never after its deadline")
    }

    @Test func otherNoticesOfACauseAreCounted() throws {
        let house = try Self.house([
            ("S", "notify \"hola\" to ana about puerta at most every 1h"), ("E", "resolved about puerta"),
        ])
        for _ in 0..<3 { try house.give("scene S") }
        #expect(house.handed == ["1 ana raised hola"])
        #expect(house.notices().map(\.suppressed) == [2])
        try house.give("notifier done 1 sent")
        try house.give("scene E")
        // It is over, so another one is news.
        try house.give("scene S")
        #expect(house.handed.dropFirst() == ["2 ana resolved hola", "3 ana raised hola"])
    }

    @Test func onlyThoseWhoWereToldHearThatItIsOver() throws {
        let house = try Self.house([
            ("S", "notify \"hola\" to ana, luis about puerta"), ("E", "resolved \"fin\" about puerta"),
        ])
        try house.give("scene S")
        try house.give("notifier done 1 failed")
        try house.give("scene E")
        // The one to luis is still under way.
        #expect(house.handed.dropFirst(2) == [])
        #expect(house.delivered.last?.kind == .withdrawal)
        try house.give("notifier done 2 sent")
        #expect(house.handed.dropFirst(2) == ["3 luis resolved fin"])
    }

    @Test func withdrawnMessageIsNotResolved() throws {
        let house = try Self.house([("S", "notify \"hola\" to ana about puerta"), ("E", "resolved about puerta")])
        try house.give("scene S")
        try house.give("scene E")
        try house.give("notifier done 1 failed --message withdrawn")
        #expect(house.states() == ["ana withdrawn"])
        #expect(house.handed.count == 1)
    }

    @Test func noticeIsRepeatedAndEscalatedUntilSomebodyAnswers() throws {
        let house = try Self.house([
            ("S", "notify \"agua\" to ana, urgent repeat every 1m after 90s without an answer to luis")
        ])
        try house.give("scene S")
        try house.give("notifier done 1 sent")
        house.pass(.seconds(61))
        #expect(house.handed.last == "2 ana repeated agua")
        try house.give("notifier done 2 sent")
        house.pass(.seconds(30))
        #expect(house.handed.last == "3 luis escalated agua")
        try house.give("notices ack 1")
        try house.give("notifier done 3 sent")
        house.pass(.seconds(7200))
        #expect(house.handed.count == 3)
        #expect(house.notices().first?.state == .acknowledged)
    }

    @Test func noticesThatAreNotUrgentWaitInQuietHours() throws {
        let house = HouseUnderTest()
        // The clock of the tests: quiet from now on for two hours.
        let start = house.now.wall.milliseconds / 1000
        func clock(_ seconds: Int64) -> String {
            let minutes = (start + seconds) % 86_400 / 60
            let (hour, minute) = (minutes / 60, minutes % 60)
            return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
        }
        try house.give(Self.profile + " --quiet \(clock(0))-\(clock(7200))=ana")
        try house.give("notify hola --to ana,luis --no-wait")
        try house.give("notify ya --to ana --urgent --no-wait")
        #expect(house.handed == ["2 luis raised hola", "3 ana raised ya"])
        #expect(house.states().contains("ana waiting: quiet hours"))
        house.pass(.seconds(7201))
        #expect(house.handed.last == "1 ana raised hola")
    }

    @Test func textHasTheValuesOfElements() throws {
        let house = try Self.house([("S", "notify \"es {Dimmer} {{x}}\" to ana")])
        try house.give("scene S")
        #expect(house.handed == ["1 ana raised es unknown {x}"])
    }

    @Test func requestWaitsForTheOutcomes() throws {
        let house = try Self.house()
        let id = try house.give("notify hola --to familia")
        #expect(house.replies[id] == nil)
        try house.give("notifier done 1 sent")
        #expect(house.replies[id] == nil)
        try house.give("notifier done 2 failed")
        guard case .notice(let report)? = house.replies[id] else {
            Issue.record("\(String(describing: house.replies[id]))")
            return
        }
        #expect(report.notices.first?.sendings.map(\.state) == [.sent, .failed])
        let other = try house.give("notify hola --to ana")
        house.pass(.seconds(61))
        #expect(house.replies[other] != nil)
    }

    @Test func noNumberIsUsedTwiceAfterARestart() throws {
        let house = try Self.house()
        try house.give("notify hola --to familia --no-wait")
        let stored = try #require(house.storedNotices)
        let next = HouseUnderTest()
        next.feed(.notices(stored))
        try next.give(Self.profile)
        #expect(next.handed == [], "the notifier may have them")
        try next.give("notify otra --to ana --no-wait")
        #expect(next.handed == ["3 ana raised otra"])
    }

    @Test func sceneCanNotFloodPeople() throws {
        let house = try Self.house([("S", "notify \"hola\" to ana about \"x\" at most every 1m\nresolved about x")])
        for _ in 0..<80 { try house.give("scene S") }
        #expect(house.handed.count { $0.contains("raised") } == Notices.maxPerHour)
    }

    // MARK: - Calls

    private static let weather: (name: String, text: String) = (
        "S",
        """
        call tiempo "{Dimmer}" at most 5s
        if answer of tiempo rain above 5: notify "lluvia" to ana
        else: notify "seco" to ana
        """
    )

    @Test func answerOfACallDecides() throws {
        for (value, text) in [("6.5", "lluvia"), ("5", "seco")] {
            let house = try Self.house([Self.weather])
            try house.give("scene S")
            #expect(house.handed == ["1 tiempo call unknown"])
            #expect(house.delivered.last?.delivery?.paths == ["rain"])
            try house.give("notifier done 1 sent --status 200 --value rain=\(value)")
            #expect(house.handed.last == "2 ana raised \(text)")
        }
    }

    @Test func callWithoutAnAnswerFailsTheStep() throws {
        let ends: [(HouseUnderTest) throws -> Void] = [
            { $0.pass(.seconds(7)) }, { $0.feed(.notifierGone) },
            { try $0.give("notifier done 1 failed --message 'no route'") },
            // An answer without the value decides nothing either.
            { try $0.give("notifier done 1 sent --status 200") },
        ]
        for end in ends {
            let house = try Self.house([Self.weather])
            let id = try house.give("scene S")
            try end(house)
            guard case .scene(let report)? = house.replies[id] else {
                Issue.record("the scene has not ended")
                continue
            }
            #expect(report.outcome == .failed)
            #expect(house.handed.count == 1, "neither branch is taken")
        }
    }

    @Test func unknownCallFails() throws {
        let house = try Self.house([("S", "call otra")])
        guard case .scene(let report)? = try house.ask("scene S") else {
            Issue.record("no report")
            return
        }
        #expect(report.steps.first?.error?.message == "the notifier has no call named \"otra\"")
    }

    @Test func answerNeedsAStepThatCalls() throws {
        let script = ScriptParser.parse("if answer of tiempo status 200: log a\ncall tiempo").script
        let found = SceneCheck.findings(
            in: [Catalog.Scene(name: "S", file: "S", script: script)],
            index: HouseIndex([HouseUnderTest.casa]),
            sites: [Catalog.Site()]
        )
        #expect(found.map(\.mistake.fault.message) == ["no step before this one calls tiempo"])
    }

    // MARK: - Never

    /// Else each phone with a token could reach the network through the gateway.
    @Test func callsAreNeverMadeByScenesThatCameWithARequest() throws {
        let house = try Self.house()
        for principal in [Principal.ana, .user(0, name: "root")] {
            for line in ["run x 'call tiempo'", "run --explain x 'call tiempo'"] {
                let id = try house.give(line, by: principal)
                guard case .fault(let fault)? = house.replies[id] else {
                    Issue.record("\(line) was accepted")
                    continue
                }
                #expect(fault.code == .notAllowed)
            }
        }
        #expect(house.delivered.isEmpty)
    }

    @Test func onlyManagersSendMessagesWithTheirOwnScenes() throws {
        let house = try Self.house([("S", "notify \"hola\" to ana about puerta")])
        try house.give("scene S")
        for step in ["notify \"x\" to ana", "resolved about puerta"] {
            let id = try house.give("run x '\(step)'", by: .user(1001, name: "eva"))
            guard case .scene(let report)? = house.replies[id] else {
                Issue.record("no report")
                return
            }
            #expect(report.steps.first?.error?.code == .notAllowed, "\(step)")
        }
        #expect(house.handed == ["1 ana raised hola"])
        #expect(house.notices().map(\.state) == [.open])
    }

    @Test func notifierGivesNoOrders() throws {
        let house = try Self.house()
        let notifier = Principal.user(999, name: "domo-notify")
        let forbidden = [
            "set Dimmer on", "run x 'set Dimmer on'", "reload", "token new x", "backup begin", "audit", "knx discover",
            "watch --telegrams", "hook list", "export",
        ]
        for line in forbidden {
            let id = try house.give(line, by: notifier)
            guard case .fault(let fault)? = house.replies[id] else {
                Issue.record("\(line) was accepted")
                continue
            }
            #expect(fault.code == .notAllowed, "\(line)")
        }
        for line in ["status", "watch", "ls", "notify hola --to ana --no-wait", "notifier done 1 sent"] {
            let id = try house.give(line, by: notifier)
            if case .fault(let fault)? = house.replies[id] { Issue.record("\(line): \(fault.message)") }
        }
    }

    /// A group that manages everything may be that of the control socket.
    @Test func notifierGivesNoOrdersWhateverItsGroupsMay() {
        let notifier = Principal.user(999, name: "domo-notify", groups: [27])
        let access = Access(AccessRules(grants: [.group(27): .init(role: .manage)]))
        for line in ["set Dimmer on", "reload", "token new x"] {
            let request = try? RequestParser.parse(line)
            #expect(request.flatMap { access.refusal(of: $0, to: notifier)?.code } == .notAllowed, "\(line)")
        }
        #expect(access.refusal(of: .notify(NewNotice("x", to: ["ana"])), to: notifier) == nil)
        // Without any right, it is nobody.
        let none = Access(AccessRules(grants: [.user(999): .init(role: .none)]))
        #expect(none.refusal(of: .notify(NewNotice("x", to: ["ana"])), to: notifier) != nil)
    }

    @Test func placesOfATextDecideWhoSeesTheNotice() throws {
        let catalog = HouseUnderTest.catalog(scenes: [("S", "notify \"es {Dimmer}\" to ana")])
        let house = HouseUnderTest(catalog)
        try house.give(Self.profile)
        try house.give("scene S")
        try house.give("notify \"otra cosa\" --to ana --no-wait")
        let path = try #require(house.notices().first?.places?.first)
        let all = house.engine.sight(of: try #require(house.events.last { $0.kind == .notice }), for: .ana)
        #expect(all == .whole)
        let inside = Scope(places: [String(path.prefix { $0 != "/" })])
        let outside = Scope(places: ["Torre"])
        let views = house.engine.notices.table.notices.map(\.view)
        #expect(views.map { $0.isSeen(in: inside) } == [true, false])
        #expect(views.map { $0.isSeen(in: outside) } == [false, false])
    }
}

extension HouseUnderTest {
    /// What the notifier was given: `1 ana raised hola`.
    var handed: [String] {
        delivered.filter { $0.kind == .delivery }.compactMap(\.delivery).map {
            "\($0.id) \($0.target) \($0.reason.rawValue) \($0.text)"
        }
    }

    func notices() -> [NoticeView] { engine.notices.table.notices.map(\.view) }

    /// `ana failed: HTTP 403`
    func states() -> [String] {
        notices().flatMap(\.sendings).map { sending in
            "\(sending.target) \(sending.state.rawValue)" + (sending.message.map { ": \($0)" } ?? "")
        }
    }
}
