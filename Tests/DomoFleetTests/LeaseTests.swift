import DomoBridge
import DomoLanguage
import Testing

@testable import DomoFleet

/// The leases of programs that watch a house.
struct LeaseTests {
    private static let house = OrderDeskTests.house

    private static func watch(_ step: FleetWatch.Step, lease: String = "l1", token: String = "t") -> FleetWatch {
        FleetWatch(lease: lease, principal: "ana", token: Secret(token), step: step)
    }

    @Test(arguments: [FleetWatch.Step.begin("watch --orders Casa"), .renew, .end])
    func requestIsReadAsItWasWritten(step: FleetWatch.Step) throws {
        let watch = Self.watch(step)
        #expect(try FleetWatch(json: watch.json) == watch)
    }

    @Test(arguments: ["ls", "set Luz on", "", "watch \"", "login t"])
    func onlyWatchIsWatched(line: String) {
        #expect(throws: Fault.self) { try FleetWatch(json: Self.watch(.begin(line)).json) }
    }

    /// The name is a token of subjects.
    @Test(arguments: ["", "a.b", "*", ">", "A", "a b", String(repeating: "a", count: 41)])
    func otherNamesAreRefused(lease: String) {
        #expect(throws: Fault.self) { try FleetWatch(json: Self.watch(.renew, lease: lease).json) }
    }

    private var leases = Leases()

    @Test mutating func leaseLivesWhileItIsRenewed() throws {
        let id = try leases.begin(Self.watch(.begin("watch")), asker: "web1", at: .seconds(0))
        #expect(leases.nextMoment == .seconds(30))
        #expect(leases.advance(to: .seconds(29)) == [])
        #expect(try leases.renew(Self.watch(.renew), asker: "web1", at: .seconds(29)) == id)
        #expect(leases.advance(to: .seconds(58)) == [])
        #expect(leases.advance(to: .seconds(59)) == [id])
        #expect(throws: Fault.self) { try leases.renew(Self.watch(.renew), asker: "web1", at: .seconds(60)) }
        #expect(leases.nextMoment == nil)
    }

    @Test mutating func othersCanNeitherRenewNorEndIt() throws {
        let id = try leases.begin(Self.watch(.begin("watch")), asker: "web1", at: .seconds(0))
        #expect(throws: Fault.self) { try leases.renew(Self.watch(.renew), asker: "web2", at: .seconds(1)) }
        #expect(throws: Fault.self) { try leases.end(Self.watch(.end, token: "x"), asker: "web1") }
        #expect(throws: Fault.self) { try leases.begin(Self.watch(.begin("watch")), asker: "web1", at: .seconds(1)) }
        #expect(try leases.end(Self.watch(.end), asker: "web1") == id)
    }

    @Test mutating func leasesAreLimited() throws {
        for number in 0..<Leases.maxLeases {
            _ = try leases.begin(Self.watch(.begin("watch"), lease: "l\(number)"), asker: "web1", at: .seconds(0))
        }
        let more = Self.watch(.begin("watch"), lease: "more")
        #expect(throws: Fault.self) { try leases.begin(more, asker: "web1", at: .seconds(0)) }
        #expect(leases.removeAll().count == Leases.maxLeases)
        _ = try leases.begin(more, asker: "web1", at: .seconds(0))
    }

    /// The hub: who asks, where the events go, and that a house that loses the fleet ends all leases.
    @Test func eventsGoToTheProgramThatAsked() {
        let now = OrderDeskTests.moment(0)
        var hub = HouseHub(Self.house, file: nil, seed: 1, now: now)
        hub.noteConnected(now: now)
        _ = hub.takeEffects()
        let subject = FleetSubjects.to(Self.house, .watch)
        hub.handle(subject: subject, Self.watch(.begin("watch")).json, replyTo: "$JS.API.X", now: now)
        hub.handle(subject: subject, Self.watch(.begin("watch")).json, replyTo: nil, now: now)
        #expect(hub.takeEffects() == [])
        let reply = OrderDeskTests.subject()
        hub.handle(subject: subject, Self.watch(.begin("watch")).json, replyTo: reply, now: now)
        let watch = HouseEffect.Watch(
            line: "watch",
            token: Secret("t"),
            principal: "ana",
            reply: reply,
            events: "domo.v1.event.casa0001.web1.l1"
        )
        let id = Leases.ID(number: 1)
        #expect(hub.takeEffects() == [.watch(id, watch)])
        hub.handle(subject: subject, Self.watch(.renew).json, replyTo: reply, now: now)
        #expect(hub.takeEffects() == [.report(id, subject: reply)])
        hub.noteDisconnected(now: now)
        #expect(hub.takeEffects().contains(.endLease(id)))
    }
}
