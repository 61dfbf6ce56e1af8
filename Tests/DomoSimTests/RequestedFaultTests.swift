import Testing

@testable import DomoSim

struct RequestedFaultTests {
    @Test func textIsRead() throws {
        let stuck = try RequestedFault("stuck 'name=Salon lamp' count=2")
        #expect(stuck.kind == .stuck)
        #expect(stuck.places == [.signals])
        #expect(stuck.name == "Salon lamp")
        #expect(stuck.count == 2)
        let busy = try RequestedFault("busy on=states status=503 retry-after=none for=1.5s")
        #expect(busy.places == [.states])
        #expect(busy.status == 503)
        #expect(busy.retryAfter == nil)
        #expect(busy.duration == .milliseconds(1500))
        #expect(try RequestedFault("slow latency=20ms").places == [.signals, .states])
        #expect(try RequestedFault("fault=slow on=all").latency == .seconds(1))
        #expect(try RequestedFault("busy").retryAfter == 1)
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
        let mistake = try #require(throws: RequestedFault.Mistake.self) { try RequestedFault(text) }
        #expect(mistake.message.contains(words), "\(mistake.message)")
    }

    @Test func faultEndsAfterItsCountAndAfterItsTime() throws {
        var requestedFaults = RequestedFaults()
        let actuators = Actuators([.sample])
        let isAdded = requestedFaults.add(try RequestedFault("fail count=2"), actuators, at: .zero)
        #expect(isAdded)
        _ = requestedFaults.add(try RequestedFault("busy for=10s"), actuators, at: .zero)
        func next(_ seconds: Int) -> RequestedFault.Kind? {
            requestedFaults.next(.signals, name: "x", at: .seconds(seconds))?.kind
        }
        #expect(next(1) == .fail)
        #expect(next(2) == .fail)
        #expect(next(3) == .busy)
        #expect(next(9) == .busy)
        #expect(next(10) == nil)
    }

    @Test func faultOfOneElementDoesNotAffectOthers() throws {
        var requestedFaults = RequestedFaults()
        _ = requestedFaults.add(try RequestedFault("fail name=Lamp on=signals"), Actuators([.sample]), at: .zero)
        #expect(requestedFaults.next(.signals, name: "Buzzer", at: .zero) == nil)
        #expect(requestedFaults.next(.states, name: "Lamp", at: .zero) == nil)
        #expect(requestedFaults.next(.states, name: nil, at: .zero) == nil)
        #expect(requestedFaults.next(.signals, name: "Lamp", at: .zero)?.kind == .fail)
    }

    @Test func numberOfFaultsIsLimited() throws {
        var requestedFaults = RequestedFaults()
        let actuators = Actuators([.sample])
        let requested = try RequestedFault("fail for=5s")
        for _ in 1...RequestedFaults.limit { _ = requestedFaults.add(requested, actuators, at: .zero) }
        let isAdded = requestedFaults.add(requested, actuators, at: .seconds(1))
        #expect(!isAdded)
        // Expired faults make room.
        let isAddedLater = requestedFaults.add(requested, actuators, at: .seconds(5))
        #expect(isAddedLater)
    }
}
