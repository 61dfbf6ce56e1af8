import DomoLanguage
import DomoModel
import Testing

@testable import DomoMQTT

@Suite("Commands of the hub")
struct HubCommandTests {
    private static let lamp = "domo/\(SampleHouse.house)/\(SampleHouse.id(0))"

    private static func orders(_ effects: [HubEffect]) -> [Order] {
        effects.compactMap { effect in
            if case .ask(.order(let order), .order) = effect { order } else { nil }
        }
    }

    @Test func messageBecomesAnOrderThatIsGoodUntilItsDeadline() throws {
        var hub = Hub.running()
        hub.receive("\(Self.lamp)/binary/set", "ON")
        let order = try #require(Self.orders(hub.takeEffects()).first)
        #expect(order.element == "Casa/Lamp")
        #expect(order.wish == .value("on", as: .binary))
        #expect(order.until == SampleHouse.moment(12).time)
        #expect(order.wait == .none)
    }

    @Test func messageExpiryShortensTheDeadline() throws {
        var hub = Hub.running()
        hub.receive("\(Self.lamp)/binary/set", "on") { $0.expiry = 3 }
        #expect(Self.orders(hub.takeEffects()).first?.until == SampleHouse.moment(5).time)
    }

    @Test func deadlineCountsFromWhenTheMessageMayHaveArrived() throws {
        var hub = Hub.running()
        let message = BrokerMessage(topic: "\(Self.lamp)/binary/set", payload: Array("on".utf8))
        hub.handle(message, received: SampleHouse.moment(2), isStalled: false, now: SampleHouse.moment(3))
        #expect(Self.orders(hub.takeEffects()).first?.until == SampleHouse.moment(12).time)
    }

    /// What may be old is dropped, and counted as such.
    @Test(arguments: ["retained", "stalled", "expired"])
    func whatMayBeOldIsDropped(code: String) throws {
        var hub = Hub.running()
        var message = BrokerMessage(topic: "\(Self.lamp)/binary/set", payload: Array("on".utf8))
        message.responseTopic = "answers"
        message.isRetained = code == "retained"
        if code == "expired" { message.expiry = 0 }
        hub.handle(
            message,
            received: SampleHouse.moment(2),
            isStalled: code == "stalled",
            now: SampleHouse.moment(2)
        )
        #expect(Self.orders(hub.takeEffects()) == [])
        #expect(hub.desk.counts.outcomes == [.dropped: 1])
        let answer = try #require(hub.publishAll().first { $0.topic == "answers" })
        #expect(String(decoding: answer.payload, as: UTF8.self).contains(#""code":"\#(code)""#))
    }

    @Test(arguments: ["toggle", "+10", "-10", "up"])
    func whatDependsOnTheStateIsRefusedIfItMayBeADuplicate(text: String) throws {
        let type = text == "toggle" ? "binary" : "regulable"
        let topic = "domo/\(SampleHouse.house)/\(SampleHouse.id(1))/\(type)/set"
        for isDuplicate in [false, true] {
            var hub = Hub.running()
            hub.receive(topic, text) { $0.isDuplicate = isDuplicate }
            #expect(Self.orders(hub.takeEffects()).count == (isDuplicate ? 0 : 1))
        }
        var hub = Hub.running()
        hub.receive("\(Self.lamp)/binary/set", "on") { $0.isDuplicate = true }
        #expect(Self.orders(hub.takeEffects()).count == 1)
    }

    @Test func lockTakesCommandsOnceItIsListed() throws {
        let topic = "domo/\(SampleHouse.house)/\(SampleHouse.id(3))/binary/set"
        var hub = Hub.running()
        hub.receive(topic, "off")
        #expect(Self.orders(hub.takeEffects()) == [])
        #expect(hub.desk.counts.outcomes == [.refused: 1])
        hub = Hub.running(SampleHouse.configuration { $0.rules.commands = ["Casa/Lock"] })
        hub.receive(topic, "off")
        #expect(Self.orders(hub.takeEffects()).map(\.element) == ["Casa/Lock"])
    }

    @Test func noCommandsAtAll() throws {
        var hub = Hub.running(SampleHouse.configuration { $0.rules.takesCommands = false })
        hub.receive("\(Self.lamp)/binary/set", "on")
        #expect(Self.orders(hub.takeEffects()) == [])
    }

    @Test(arguments: [
        "domo/bbbbbbbbbbbbbbbb/\(SampleHouse.id(0))/binary/set",
        "domo/\(SampleHouse.house)/zzzzzzzzzzzzzzzz/binary/set",
        "domo/\(SampleHouse.house)/\(SampleHouse.id(0))/regulable/set",
    ])
    func otherElementsAndTypesAreRefused(topic: String) throws {
        var hub = Hub.running()
        hub.receive(topic, "on")
        #expect(Self.orders(hub.takeEffects()) == [])
        #expect(hub.desk.counts.outcomes == [.refused: 1])
    }

    @Test(arguments: [
        "domo/x/y/binary/set", "domo/scenes/scene/noche/set", "domo/bridge", "homeassistant/device/x/config", "a/+",
        "#",
        "$SYS/x", "domo",
    ])
    func answersNeverGoToTopicsOfTheBridge(topic: String) throws {
        var hub = Hub.running(SampleHouse.configuration { $0.discovery = "homeassistant" })
        hub.receive("\(Self.lamp)/binary/set", "nonsense\n") { $0.responseTopic = topic }
        #expect(!hub.publishAll().contains { $0.topic == topic })
    }

    @Test func answersCarryTheCorrelationData() throws {
        var hub = Hub.running()
        hub.receive("\(Self.lamp)/binary/set", "on") {
            $0.responseTopic = "answers"
            $0.correlation = [1, 2, 3]
        }
        let id = try #require(Self.commandID(hub.takeEffects()))
        let receipt = OrderReceipt(
            id: 7,
            element: "Casa/Lamp",
            type: "binary",
            action: "on",
            outcome: .requested,
            attempts: 0,
            milliseconds: 0
        )
        hub.use(.success(receipt), for: id, now: SampleHouse.moment(2))
        #expect(hub.publishAll().filter { $0.topic == "answers" } == [])
        hub.handle(Self.event(7, .accepted), now: SampleHouse.moment(2))
        hub.handle(Self.event(7, .confirmed), now: SampleHouse.moment(2))
        let answers = hub.publishAll().filter { $0.topic == "answers" }
        #expect(answers.map(\.correlation) == [[1, 2, 3], [1, 2, 3]])
        #expect(
            answers.map { String(decoding: $0.payload, as: UTF8.self) }
                == [#"{"outcome":"accepted","order":7}"#, #"{"outcome":"confirmed","order":7}"#]
        )
        #expect(hub.desk.counts.outcomes == [.accepted: 1])
        #expect(hub.desk.counts.confirmed == 1)
    }

    /// What domo itself holds is confirmed by the reply.
    @Test func aReplyThatConfirmsIsCounted() throws {
        var hub = Hub.running()
        hub.receive("\(Self.lamp)/binary/set", "on")
        let id = try #require(Self.commandID(hub.takeEffects()))
        let receipt = OrderReceipt(
            id: 8,
            element: "Casa/Lamp",
            type: "binary",
            action: "on",
            outcome: .confirmed,
            attempts: 0,
            milliseconds: 0
        )
        hub.use(.success(receipt), for: id, now: SampleHouse.moment(2))
        #expect(hub.desk.counts.outcomes == [.accepted: 1])
        #expect(hub.desk.counts.confirmed == 1)
    }

    /// The stage of an order may be reported before the reply with its number.
    @Test func stageBeforeTheReplyIsKept() throws {
        var hub = Hub.running()
        hub.receive("\(Self.lamp)/binary/set", "on")
        let id = try #require(Self.commandID(hub.takeEffects()))
        hub.handle(Self.event(9, .failed), now: SampleHouse.moment(2))
        let receipt = OrderReceipt(
            id: 9,
            element: "Casa/Lamp",
            type: "binary",
            action: "on",
            outcome: .requested,
            attempts: 0,
            milliseconds: 0
        )
        hub.use(.success(receipt), for: id, now: SampleHouse.moment(2))
        #expect(hub.desk.counts.outcomes == [.failed: 1])
    }

    @Test func lostDaemonMakesOutcomesUnknown() throws {
        var hub = Hub.running()
        hub.receive("\(Self.lamp)/binary/set", "on") { $0.responseTopic = "answers" }
        hub.daemonLost()
        #expect(hub.desk.counts.outcomes == [.unknown: 1])
        #expect(hub.publishAll().contains { $0.topic == "domo/domod" && $0.payload == Array("offline".utf8) })
        hub.receive("\(Self.lamp)/binary/set", "on")
        #expect(hub.desk.counts.outcomes == [.unknown: 1, .refused: 1])
    }

    @Test func moreCommandsThanCanBeFollowedAreRefused() throws {
        var hub = Hub.running()
        for _ in 0..<(CommandDesk.maxPending + 10) { hub.receive("\(Self.lamp)/binary/set", "on") }
        #expect(Self.orders(hub.takeEffects()).count == CommandDesk.maxPending)
        #expect(hub.desk.counts.outcomes == [.refused: 10])
    }

    private static func start(_ hub: inout Hub) throws -> (CommandID, SceneStart) {
        for case .ask(_, .explained(let id, let start)) in hub.takeEffects() { return (id, start) }
        throw CommandFault(.unknown, "no scene is asked for")
    }

    private static func explanation(_ path: String) -> Explanation {
        Explanation(signals: [Explanation.Signal(element: path, action: "on", signal: nil)])
    }

    /// A second line would be another request to domod.
    @Test(
        arguments: [
            ("domo/scenes/scene/a%0Aset/set", "ON"), ("domo/scenes/scene/noche/set", #"{"level":"1\nset"}"#),
            ("domo/scenes/stop", "a\nset Lock on"), ("domo/scenes/stop", "a\u{7F}"),
        ]
    )
    func secondLineIsRefused(topic: String, payload: String) {
        var hub = Hub.running(SampleHouse.configuration { $0.rules.scenes = ["noche"] })
        hub.receive(topic, payload)
        let isAsked = hub.takeEffects().contains { effect in
            if case .warn = effect { false } else { true }
        }
        #expect(!isAsked)
        #expect(hub.desk.counts.outcomes == [.refused: 1])
    }

    /// Each change is published at once, but no more than once a second.
    @Test func countsArePublishedOnceASecond() {
        var hub = Hub.running()
        func counts(at seconds: Double) -> Int {
            hub.advance(to: SampleHouse.moment(seconds))
            return hub.publishAll().filter { $0.topic == "domo/commands" }.count
        }
        #expect(counts(at: 2) == 0)
        hub.receive("\(Self.lamp)/binary/set", "on", at: 3)
        #expect(counts(at: 3) == 1)
        hub.receive("\(Self.lamp)/binary/set", "off", at: 3.1)
        #expect(counts(at: 3.1) == 0)
        #expect(hub.nextMoment.map { $0 <= SampleHouse.moment(4).sinceBoot } == true)
        #expect(counts(at: 4) == 1)
        #expect(counts(at: 5) == 0)
    }

    @Test func sceneStartsWithItsValuesOnAConnectionOfItsOwn() throws {
        var hub = Hub.running()
        hub.receive("domo/scenes/scene/Buenas%2Fnoches/set", #"{"level":40,"colour":"warm"}"#)
        let (id, start) = try Self.start(&hub)
        #expect(start.name == "Buenas/noches")
        #expect(start.values == [SceneValue("colour", "warm"), SceneValue("level", "40")])
        #expect(start.until == SampleHouse.moment(12).time)
        hub.use(.success(Self.explanation("Casa/Lamp")), for: id, start)
        let tag = "mqtt-\(id.number)"
        #expect(hub.takeEffects() == [.askAlone(start.request(tag: tag), .scene(id))])
        hub.handle(
            Event(kind: .scene, time: SampleHouse.moment(2).time, scene: start.name, progress: .begins, tag: tag),
            now: SampleHouse.moment(2)
        )
        #expect(hub.desk.counts.outcomes == [.accepted: 1])
        hub.use(.success(SceneReport(scene: start.name, outcome: .done, steps: [], failed: 0)), for: id)
        #expect(hub.desk.counts.outcomes == [.accepted: 1])
    }

    /// Also through an element that is not published.
    @Test(arguments: ["Casa/Lock", "Otra/Puerta garaje"])
    func sceneThatOpensALockIsRefusedUntilItIsListed(path: String) throws {
        var hub = Hub.running()
        hub.receive("domo/scenes/scene/salir/set", "ON")
        let (id, start) = try Self.start(&hub)
        hub.use(.success(Self.explanation(path)), for: id, start)
        #expect(hub.takeEffects().allSatisfy { if case .warn = $0 { true } else { false } })
        #expect(hub.desk.counts.outcomes == [.refused: 1])
        hub = Hub.running(SampleHouse.configuration { $0.rules.scenes = ["salir"] })
        hub.receive("domo/scenes/scene/salir/set", "ON")
        guard case .askAlone = hub.takeEffects().first else {
            Issue.record("the scene was not started")
            return
        }
    }

    @Test(arguments: [false, true])
    func noScenesWithoutCommands(areCommandsOff: Bool) throws {
        var hub = Hub.running(
            SampleHouse.configuration {
                if areCommandsOff { $0.rules.takesCommands = false } else { $0.rules.startsScenes = false }
            }
        )
        hub.receive("domo/scenes/scene/salir/set", "ON")
        hub.receive("domo/scenes/stop", "ON")
        #expect(hub.desk.counts.outcomes == [.refused: 2])
    }

    @Test func nothingIsOrderedWhileTheHousesAreReloaded() throws {
        var hub = Hub.running()
        hub.handle(Event(kind: .reload, time: SampleHouse.moment(2).time), now: SampleHouse.moment(2))
        _ = hub.takeEffects()
        hub.receive("\(Self.lamp)/binary/set", "on")
        #expect(Self.orders(hub.takeEffects()) == [])
        hub.use(SampleHouse.model())
        hub.use(SampleHouse.listing())
        hub.receive("\(Self.lamp)/binary/set", "on")
        #expect(Self.orders(hub.takeEffects()).count == 1)
    }

    @Test(arguments: ["0x10", "1e1", "40.", ".5", "inf", "nan", "4 0"])
    func levelsAreDecimalNumbers(text: String) throws {
        #expect(try CommandPayload.wish(Array(text.utf8), for: .regulable) == .value(text, as: .regulable))
    }

    @Test(arguments: [("40", 40), ("40.0", 40), ("39.5", 40), ("0", 0), ("100", 100)])
    func levelsMayHaveDecimals(text: String, level: Int) throws {
        let percent = try #require(Percent(level))
        #expect(try CommandPayload.wish(Array(text.utf8), for: .regulable) == .level(.to(percent)))
    }

    static func commandID(_ effects: [HubEffect]) -> CommandID? {
        for case .ask(_, .order(let id)) in effects { return id }
        return nil
    }

    static func event(_ order: UInt64, _ stage: OrderStage) -> Event {
        Event(kind: .order, time: SampleHouse.moment(2).time, path: "Casa/Lamp", order: order, stage: stage)
    }
}
