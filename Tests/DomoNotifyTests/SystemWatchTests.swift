import DomoLanguage
import DomoModel
import Testing

@testable import DomoNotify

/// Notices about the system itself.
struct SystemWatchTests {
    private var watch = SystemWatch()
    private var rules = SystemRules()
    private static let start = Timestamp(milliseconds: 1_795_765_110_000)

    private static func health(
        links: [LinkView]? = nil,
        memory: MemoryView? = nil,
        free: Int = 50
    ) -> HealthView {
        let status = StatusView(
            version: "0.2.0",
            since: start,
            loaded: start,
            houses: [],
            servers: [],
            links: links ?? [],
            accepted: 0,
            failed: 0,
            warnings: [],
            memory: memory
        )
        return HealthView(
            time: start,
            status: status,
            disk: HealthView.Disk(folder: "/var/lib/domo", free: free * 1_000_000, total: 100_000_000)
        )
    }

    private static func link(_ key: String, _ reachable: Bool?, _ problem: String? = nil) -> LinkView {
        LinkView(key: key, kind: "knx", endpoints: [.init(endpoint: key, reachable: reachable)], problem: problem)
    }

    private static func element(
        _ path: String,
        _ value: Value = .on,
        isStale: Bool = false,
        isReachable: Bool? = nil,
        unit: String? = nil,
        role: String? = nil,
        elementClass: String? = nil
    ) -> ElementView {
        let reading = Reading(value: value, certainty: .confirmed, isStale: isStale, since: start, cause: .house)
        return ElementView(
            path: path,
            name: String(path.split(separator: "/").last ?? ""),
            kind: "device",
            types: [value.type.word],
            readings: [ReadingView(type: value.type, reading: reading, isReachable: isReachable)],
            unit: unit,
            role: role,
            elementClass: elementClass
        )
    }

    private mutating func look(
        _ health: HealthView? = nil,
        _ elements: [ElementView]? = nil,
        certificates: [String: Int64] = [:],
        at seconds: Int
    ) -> [String] {
        let observation = SystemObservation(
            health: health,
            elements: elements,
            certificates: certificates,
            time: Self.start
        )
        return watch.check(observation, rules, at: .seconds(seconds)).map { notice in
            switch notice.kind {
            case .raise(let to, let isUrgent): "\(to.joined(separator: ","))\(isUrgent ? "!" : ""): \(notice.text)"
            case .resolve: "over: \(notice.text)"
            }
        }
    }

    // MARK: Links

    @Test mutating func linkIsToldAfterItsTimeOnceAndWhenItIsBack() {
        rules.linkDown = .init(to: ["ana"], after: .seconds(600))
        let down = Self.health(links: [Self.link("bus", false, "no answer"), Self.link("web", true)])
        #expect(look(down, at: 0) == [])
        #expect(look(down, at: 599) == [])
        #expect(look(down, at: 600) == ["ana: bus has been unreachable for 10m: no answer"])
        #expect(look(down, at: 700) == [])
        #expect(look(Self.health(links: [Self.link("bus", true)]), at: 800) == ["over: bus is reachable again"])
        #expect(look(Self.health(links: [Self.link("bus", true)]), at: 900) == [])
    }

    @Test mutating func linkThatComesBackInTimeIsNotTold() {
        rules.linkDown = .init(to: ["ana"], after: .seconds(600))
        #expect(look(Self.health(links: [Self.link("bus", false)]), at: 0) == [])
        #expect(look(Self.health(links: [Self.link("bus", true)]), at: 500) == [])
        #expect(look(Self.health(links: [Self.link("bus", false)]), at: 600) == [])
        #expect(look(Self.health(links: [Self.link("bus", nil)]), at: 1100) == [])
    }

    @Test mutating func timeWithoutObservationDoesNotCount() {
        rules.linkDown = .init(to: ["ana"], after: .seconds(600))
        let down = Self.health(links: [Self.link("bus", false)])
        #expect(look(down, at: 0) == [])
        #expect(look(nil, at: 300) == [])
        #expect(look(down, at: 700) == [])
        #expect(look(down, at: 1300).count == 1)
        // It is not over because nothing is known.
        #expect(look(nil, at: 1400) == [])
    }

    @Test mutating func removedLinkIsOver() {
        rules.linkDown = .init(to: ["ana"], after: .seconds(1))
        #expect(look(Self.health(links: [Self.link("bus", false)]), at: 0) == [])
        #expect(look(Self.health(links: [Self.link("bus", false)]), at: 1).count == 1)
        #expect(look(Self.health(links: []), at: 2) == ["over: bus is no longer in the configuration"])
    }

    @Test mutating func openNoticeIsNotToldAgain() {
        watch = SystemWatch(open: ["system link bus"])
        rules.linkDown = .init(to: ["ana"], after: .seconds(1))
        #expect(look(Self.health(links: [Self.link("bus", false)]), at: 0) == [])
        #expect(look(Self.health(links: [Self.link("bus", false)]), at: 9) == [])
        #expect(look(Self.health(links: [Self.link("bus", true)]), at: 10) == ["over: bus is reachable again"])
    }

    @Test mutating func refusedNoticeIsDueAgain() {
        rules.disk = .init(to: ["ana"])
        let observation = SystemObservation(health: Self.health(free: 1), time: Self.start)
        let notices = watch.check(observation, rules, at: .zero)
        #expect(notices.count == 1)
        watch.noteFailure(notices[0])
        #expect(watch.check(observation, rules, at: .seconds(60)) == notices)
        #expect(watch.check(observation, rules, at: .seconds(120)) == [])
        let end = watch.check(SystemObservation(health: Self.health(), time: Self.start), rules, at: .seconds(180))
        watch.noteFailure(end[0])
        #expect(
            watch.check(SystemObservation(health: Self.health(), time: Self.start), rules, at: .seconds(240)) == end
        )
    }

    // MARK: Disk, backup, certificates

    @Test mutating func diskComesAndGoesOnce() {
        rules.disk = .init(to: ["ana"], below: 5)
        let text = "ana!: the disk of /var/lib/domo is almost full: 4 MB free, 4 %"
        for (second, (free, notices)) in [
            (5, []), (4, [text]), (3, []), (5, []), (6, []), (4, []),
            (7, ["over: the disk of /var/lib/domo has space again: 7 MB free"]), (5, []), (4, [text]),
        ].enumerated() {
            #expect(look(Self.health(free: free), at: second) == notices, "\(second)")
        }
    }

    @Test mutating func backupThatFailed() {
        rules.backup = .init(to: ["ana"])
        func memory(last: Int64?, failed: Int64?) -> MemoryView {
            var view = MemoryView(state: .working, file: "x", bytes: 1)
            view.lastBackup = last.map { Timestamp(milliseconds: $0 * 86_400_000) }
            view.failedBackup = failed.map { Timestamp(milliseconds: $0 * 86_400_000) }
            return view
        }
        #expect(look(Self.health(memory: memory(last: nil, failed: nil)), at: 0) == [])
        #expect(
            look(Self.health(memory: memory(last: 1, failed: 2)), at: 1)
                == ["ana: a backup failed; the last complete one is of 1970-01-02T00:00Z"]
        )
        #expect(look(Self.health(memory: memory(last: 1, failed: 3)), at: 2) == [])
        #expect(look(Self.health(memory: memory(last: 4, failed: nil)), at: 3) == ["over: a backup is complete again"])
        #expect(
            look(Self.health(memory: memory(last: nil, failed: 5)), at: 4) == [
                "ana: a backup failed; there is no complete one"
            ]
        )
    }

    @Test mutating func certificateThatEnds() throws {
        let day: Int64 = 86_400
        let now = Self.start.milliseconds / 1000
        rules.certificates = [
            .init(to: ["ana"], of: try WebAddress("https://house.example", schemes: [.https]), days: 14)
        ]
        for (second, (left, notices)) in [
            (15 * day, []), (14 * day, []),
            (14 * day - 1, ["ana: the certificate of https://house.example ends in 13 days, on 2026-12-11"]), (day, []),
            (90 * day, ["over: the certificate of https://house.example was renewed"]),
            (-day, ["ana: the certificate of https://house.example ended on 2026-11-26"]),
        ].enumerated() {
            #expect(look(certificates: ["https://house.example": now + left], at: second) == notices, "\(second)")
        }
        // A server that is not there says nothing.
        #expect(look(at: 10) == [])
    }

    // MARK: Elements

    @Test mutating func staleElement() {
        rules.stale = .init(to: ["ana"], after: .seconds(86_400))
        let stale = [Self.element("Casa/A", isStale: true), Self.element("Casa/B")]
        #expect(look(nil, stale, at: 0) == [])
        #expect(look(nil, stale, at: 86_399) == [])
        #expect(look(nil, stale, at: 86_400) == ["ana: Casa/A has not reported for 1d"])
        #expect(look(nil, stale, at: 90_000) == [])
        #expect(
            look(nil, [Self.element("Casa/A"), Self.element("Casa/B")], at: 90_001) == ["over: Casa/A reports again"]
        )
    }

    @Test mutating func elementOfALinkThatIsDownIsNotTold() {
        rules.stale = .init(to: ["ana"], after: .seconds(1))
        let stale = [Self.element("Casa/A", isStale: true, isReachable: false)]
        #expect(look(nil, stale, at: 0) == [])
        #expect(look(nil, stale, at: 10) == [])
    }

    @Test mutating func manyStaleElementsAreOneNotice() {
        rules.stale = .init(to: ["ana"], after: .seconds(1))
        let stale = (1...8).map { Self.element("Casa/\($0)", isStale: true) }
        #expect(look(nil, stale, at: 0) == [])
        #expect(
            look(nil, stale, at: 1)
                == ["ana: 8 elements have not reported for 1s: Casa/1, Casa/2, Casa/3, Casa/4, Casa/5 and 3 more"]
        )
        #expect(look(nil, stale, at: 2) == [])
        #expect(look(nil, (1...8).map { Self.element("Casa/\($0)") }, at: 3) == ["over: all elements report again"])
    }

    @Test mutating func batteryComesAndGoesOnce() {
        rules.battery = .init(to: ["ana"], below: 20)
        for (second, (level, notices)) in [
            (20, []), (19, ["ana: the battery Casa/P/Bateria is low: 19 %"]), (10, []), (24, []), (19, []),
            (25, ["over: the battery Casa/P/Bateria is charged: 25 %"]),
            (19, ["ana: the battery Casa/P/Bateria is low: 19 %"]),
        ].enumerated() {
            let element = Self.element("Casa/P/Bateria", .level(Percent(level)!), role: "battery")
            #expect(look(nil, [element], at: second) == notices, "\(second)")
        }
    }

    @Test func batteriesAreRecognized() {
        let level = Value.level(Percent(7)!)
        #expect(BatteryLevel(Self.element("P", level)) == .percent(7))
        #expect(BatteryLevel(Self.element("P", .on)) == .low)
        #expect(BatteryLevel(Self.element("P", .off)) == .charged)
        #expect(BatteryLevel(Self.element("P", level, isStale: true)) == nil)
        for element in [
            Self.element("P", level, role: "battery"), Self.element("P", level, elementClass: "battery"),
            Self.element("Batería puerta", level, unit: "%"), Self.element("Door battery", level, unit: "%"),
        ] {
            #expect(BatteryLevel.isBattery(element))
        }
        for element in [
            Self.element("Battery", level), Self.element("Lamp", level, unit: "%"),
            Self.element("Battery", .on, unit: "%"),
        ] {
            #expect(!BatteryLevel.isBattery(element))
        }
    }

    @Test func partsAndSectorsAreElements() {
        var device = Self.element("Casa/P")
        device.parts = [Self.element("Casa/P/Bateria")]
        let sector = PlaceView(
            path: "Casa/S",
            name: "S",
            kind: "sector",
            elements: [Self.element("Casa/S/X")],
            sectors: [],
            count: 1
        )
        let house = PlaceView(
            path: "Casa",
            name: "Casa",
            kind: "house",
            elements: [device],
            sectors: [sector],
            count: 2
        )
        #expect(Listing(places: [house]).allElements.map(\.path) == ["Casa/P", "Casa/P/Bateria", "Casa/S/X"])
    }
}
