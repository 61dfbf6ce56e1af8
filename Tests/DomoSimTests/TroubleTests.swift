import Testing

@testable import DomoSim

struct TroubleTests {
    @Test func textIsRead() throws {
        let stuck = try Trouble("stuck 'name=Salon lamp' count=2")
        #expect(stuck.kind == .stuck)
        #expect(stuck.places == [.signals])
        #expect(stuck.name == "Salon lamp")
        #expect(stuck.count == 2)
        let busy = try Trouble("busy on=states status=503 retry-after=none for=1.5s")
        #expect(busy.places == [.states])
        #expect(busy.status == 503)
        #expect(busy.retryAfter == nil)
        #expect(busy.duration == .milliseconds(1500))
        #expect(try Trouble("slow latency=20ms").places == [.signals, .states])
        #expect(try Trouble("fault=slow on=all").latency == .seconds(1))
        #expect(try Trouble("busy").retryAfter == 1)
    }

    @Test(arguments: [
        ("", "missing or unknown fault; use one of: fail, busy"), ("fly", "unknown fault"),
        ("stuck on=states", "stuck can't be on=states; use: signals"),
        ("old on=signals", "old can't be on=signals; use: states"),
        ("fail on=moon", "fail can't be on=moon; use: signals, states"),
        ("busy status=500", "invalid status \"500\"; use 429 or 503"),
        ("busy retry-after=-1", "invalid retry-after \"-1\"; use a number, 0–3600"),
        ("busy count=0", "invalid count \"0\"; use a number"),
        ("slow latency=5", "invalid latency \"5\"; use a duration"),
        ("slow for=2h", "invalid for \"2h\"; use a duration"), ("fail colour=red", "unknown argument \"colour\""),
        ("fail on=states on=states", "duplicate on"), ("stuck 'name=x", "quote"),
    ])
    func invalidTextIsAMistake(text: String, words: String) throws {
        let mistake = try #require(throws: Trouble.Mistake.self) { try Trouble(text) }
        #expect(mistake.message.contains(words), "\(mistake.message)")
    }

    @Test func troubleEndsAfterItsCountAndAfterItsTime() throws {
        var troubles = Troubles()
        let actuators = Actuators([.sample])
        let isAdded = troubles.add(try Trouble("fail count=2"), actuators, at: .zero)
        #expect(isAdded)
        _ = troubles.add(try Trouble("busy for=10s"), actuators, at: .zero)
        func next(_ seconds: Int) -> Trouble.Kind? { troubles.next(.signals, name: "x", at: .seconds(seconds))?.kind }
        #expect(next(1) == .fail)
        #expect(next(2) == .fail)
        #expect(next(3) == .busy)
        #expect(next(9) == .busy)
        #expect(next(10) == nil)
    }

    @Test func troubleOfOneElementDoesNotAffectOthers() throws {
        var troubles = Troubles()
        _ = troubles.add(try Trouble("fail name=Lamp on=signals"), Actuators([.sample]), at: .zero)
        #expect(troubles.next(.signals, name: "Buzzer", at: .zero) == nil)
        #expect(troubles.next(.states, name: "Lamp", at: .zero) == nil)
        #expect(troubles.next(.states, name: nil, at: .zero) == nil)
        #expect(troubles.next(.signals, name: "Lamp", at: .zero)?.kind == .fail)
    }

    @Test func numberOfTroublesIsLimited() throws {
        var troubles = Troubles()
        let actuators = Actuators([.sample])
        let trouble = try Trouble("fail for=5s")
        for _ in 1...Troubles.limit { _ = troubles.add(trouble, actuators, at: .zero) }
        let isAdded = troubles.add(trouble, actuators, at: .seconds(1))
        #expect(!isAdded)
        // Expired faults make room.
        let isAddedLater = troubles.add(trouble, actuators, at: .seconds(5))
        #expect(isAddedLater)
    }
}
