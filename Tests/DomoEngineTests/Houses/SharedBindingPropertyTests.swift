import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Twins behave as one element with two names, whatever happens.
struct SharedBindingPropertyTests {
    private static func house(hasTwin: Bool, isPushed: Bool) -> HouseUnderTest {
        let reading = ReadPolicy(
            mode: isPushed ? .pushed : .polled,
            interval: .seconds(5),
            maximumAge: .seconds(12),
            confirmWithin: .seconds(3)
        )
        var profile = FakeProfile("http://casa", reports: [.binary, .regulable], reading: reading)
        profile.devices = ["Casa/Lamp": "1", "Casa/Light": "1"]
        let names = hasTwin ? ["Lamp", "Light", "Plug"] : ["Lamp", "Plug"]
        let catalog = Catalog(
            houses: [House(name: "Casa", elements: names.map { HouseUnderTest.element($0, .binary, .regulable) })],
            links: [Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))],
            linkOfHouse: [0]
        )
        return HouseUnderTest(catalog)
    }

    private enum Step {
        case order(isTwin: Bool, String)
        case outcome(Outcome)
        case states([String: Value?])
        case pushed(Value)
        case commanded(Value)
        case time(Duration)
    }

    private static func step(_ random: inout SplitMix64) -> Step {
        func below(_ limit: UInt64) -> Int { Int(random.next() % limit) }
        let values: [Value] = [.on, .off, .level(Percent(40) ?? .zero), .level(Percent(70) ?? .zero)]
        let value = values[below(4)]
        switch below(20) {
        case 0..<7:
            let words = [
                "on", "off", "30", "70", "+10", "toggle", "on --wait confirmed --deadline 4s", "off --deadline 1s",
            ]
            return .order(isTwin: below(2) == 0, words[below(8)])
        case 7..<12:
            let outcomes: [Outcome] = [
                .accepted, .accepted, .accepted, .notSent(reason: "refused"), .lost(reason: "no answer"),
                .refused(reason: "HTTP 400", isPassing: false), .refused(reason: "HTTP 503", isPassing: true),
            ]
            return .outcome(outcomes[below(7)])
        case 12..<15: return .states(["Lamp": below(5) == 0 ? nil : value, "Plug": .off])
        case 15: return .pushed(value)
        case 16: return .commanded(value)
        default: return .time([.milliseconds(100), .seconds(1), .seconds(4), .seconds(15)][below(4)])
        }
    }

    private static func take(_ step: Step, in house: HouseUnderTest, hasTwin: Bool) throws {
        switch step {
        case .order(let isTwin, let wish):
            let verb = wish == "toggle" ? "toggle" : wish.hasPrefix("+") ? "dim" : "set"
            let words = wish == "toggle" ? "" : wish
            try house.give("\(verb) \(isTwin && hasTwin ? "Light" : "Lamp") \(words)")
        case .outcome(let outcome): if house.answeredCount < house.sent.count { try house.answer(outcome) }
        case .states(let states): if house.unanswered > 0 { try house.answerQuery(states) }
        case .pushed(let value), .commanded(let value):
            guard let link = house.started.last else { return }
            var kind = Observation.Kind.state
            if case .commanded = step { kind = .commandSeen }
            let path = hasTwin && value == .off ? "Casa/Light" : "Casa/Lamp"
            let facet = FacetName(path: path, type: value.type)
            house.feed(.observed(link, [Observation(facet, value, kind: kind)]))
        case .time(let duration): house.pass(duration)
        }
    }

    private static func readings(_ house: HouseUnderTest, _ name: String) throws -> [String] {
        try [FacetType.binary, .regulable].map { type in
            let reading = try house.reading(name, type)
            return "\(reading.value?.word ?? "-") \(reading.certainty) \(reading.isStale) \(reading.since)"
        }
    }

    @Test(arguments: [false, true])
    func twinsBehaveAsOneElement(isPushed: Bool) throws {
        var seen: Set<String> = []
        for seed in UInt64(1)...20 {
            var random = SplitMix64(seed: seed)
            let pair = Self.house(hasTwin: true, isPushed: isPushed)
            let single = Self.house(hasTwin: false, isPushed: isPushed)
            for number in 0..<150 {
                let step = Self.step(&random)
                try Self.take(step, in: pair, hasTwin: true)
                try Self.take(step, in: single, hasTwin: false)
                let known = try Self.readings(single, "Lamp")
                let place: Comment = "seed \(seed), step \(number): \(step)"
                #expect(try Self.readings(pair, "Lamp") == known, place)
                #expect(try Self.readings(pair, "Light") == known, place)
                #expect(pair.signals == single.signals, place)
                #expect(pair.read.map(\.query.targets.count) == single.read.map(\.query.targets.count), place)
                guard try Self.readings(pair, "Light") == known, pair.signals == single.signals else { return }
            }
            let (stages, others) = (Self.stages(pair), Self.stages(single))
            #expect(stages == others, "seed \(seed)")
            seen.formUnion(stages.values)
        }
        #expect(
            seen.isSuperset(of: ["accepted", "confirmed", "mismatch", "failed", "expired", "superseded"]),
            "\(seen)"
        )
    }

    /// The final stage of each order, whichever name it was given by.
    private static func stages(_ house: HouseUnderTest) -> [UInt64: String] {
        house.records.reduce(into: [:]) { stages, record in
            if case .order(let order, _) = record { stages[order.id] = "\(order.stage)" }
        }
    }
}
