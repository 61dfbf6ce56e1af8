import DomoBridge
import DomoJSON
import DomoLanguage
import DomoNATS
import DomoTestKit
import Testing

@testable import DomoFleet

/// A worker whose clock is wrong or not synchronized, with the real domo-fleet. What is expected depends on whether the clock
/// of the test machine is synchronized: both are right.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ClockTests {
    private var isSynchronized: Bool { KernelClock.now().range != nil }

    /// Gives orders until there is a reply with one of the texts.
    private func expectReply(_ household: FleetHousehold, _ texts: String...) async throws {
        var last = ""
        try await eventually("\(texts)") {
            do {
                last = String(decoding: try await household.send(household.order("set Luz on")), as: UTF8.self)
            } catch NATSFault.noResponders {
                // The subscription of the house follows its connection.
                return false
            }
            return texts.contains { last.contains($0) }
        }
    }

    @Test func houseReliesOnItsOwnClockIfThatOfTheWorkerIsNotSynchronized() async throws {
        let household = try await FleetHousehold { _ in .unsynchronized }
        try household.startFleet()
        try await expectReply(
            household,
            isSynchronized ? #"{"ok":"# : "neither the clock of the house nor that of the worker of the fleet"
        )
        let value = try await household.answer("show Luz")["readings"]?[0]?["value"]?.string
        #expect(value == (isSynchronized ? "on" : "off"))
        await household.stop()
    }

    @Test(arguments: [-5000, 5000] as [Int64])
    func houseTakesNoOrdersIfAWorkerContradictsItsClock(_ difference: Int64) async throws {
        let household = try await FleetHousehold { .time($0 + difference, error: 0) }
        try household.startFleet()
        try await expectReply(household, "s from that of the fleet; nothing was sent")
        #expect(try await household.answer("show Luz")["readings"]?[0]?["value"]?.string == "off")
        await household.stop()
    }

    @Test func whoAsksReliesOnItsOwnClockIfThatOfTheWorkerIsNotSynchronized() async throws {
        let household = try await FleetHousehold { _ in .unsynchronized }
        let caller = try await household.startCaller()
        do throws(Fault) {
            _ = try await caller.call(household.house, "set Luz on", token: Secret(household.token), principal: "ana")
            Issue.record("there is no house")
        } catch {
            let text = isSynchronized ? "is not connected to the fleet" : "no worker of the fleet reported the time"
            #expect(error.message.contains(text))
        }
        // A question needs no time.
        try household.startFleet()
        try await eventually("an answer") {
            do throws(Fault) {
                let answer = try await caller.call(
                    household.house,
                    "show Luz",
                    token: Secret(household.token),
                    principal: "ana"
                )
                return String(decoding: answer, as: UTF8.self).contains(#""value":"off""#)
            } catch {
                // Until the house is connected.
                return false
            }
        }
        await caller.stop()
        await household.stop()
    }
}
