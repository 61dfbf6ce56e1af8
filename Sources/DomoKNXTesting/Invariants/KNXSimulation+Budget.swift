import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoModel

// The budget of what the engine sends to the link and what the link sends to the network.

extension KNXSimulation {
    /// The telegrams that may wait in the link: as many orders and reads as it accepts at once, and those that end
    /// movements.
    private var backlog: Double { 16 + 8 + Double(house.elements.count { isTimed(KNXHouse.path($0)) }) }

    /// Reads and their answers may use half of a TP1 line, which carries 50 telegrams per second; proportionally less
    /// or more if the pace is slower than 20 per second or faster than a TP1 line.
    var readsPerSecond: Double {
        let rate = Double(scenario.rate)
        return min(rate * 12.5 / 20, max(12.5, rate / 4))
    }

    func beginWireBudget() {
        let rate = Double(scenario.rate)
        paceOnWire = ReferenceBucket(perSecond: rate, burst: rate + backlog, at: time)
        paceOfReadsOnWire = ReferenceBucket(perSecond: readsPerSecond, burst: readsPerSecond + 8 + 6, at: time)
    }

    func ordersAreNotSentPastTheBudget() {
        if paceOfEngine.level(at: time) < 0.999 { violate("\(paceOfEngine.level(at: time)) tokens") }
        paceOfEngine.charge(1, at: time)
        paceBehindReads.charge(1, at: time)
    }

    func readsAreNotSentPastTheBudget(_ query: Query) {
        guard let house = daemon?.house else { return }
        let cost = profile(of: house).cost(ofReading: query.targets[0])
        if paceOfEngine.level(at: time) < 0.999 { violate("\(paceOfEngine.level(at: time)) tokens") }
        if paceOfReads.level(at: time) < 0.999 { violate("\(paceOfReads.level(at: time)) tokens for reads") }
        noteOwnReads(cost)
    }

    /// Charges reads, both those of queries and the link's own.
    func noteOwnReads(_ cost: Int) {
        paceOfEngine.charge(Double(cost), at: time)
        paceOfReads.charge(Double(cost), at: time)
        paceBehindReads.lower(to: max(1, paceOfEngine.level(at: time)), at: time)
    }

    /// In any period the link sends no more than the pace and what may have waited in it; the same for reads.
    func wireBudgetIsKept(_ telegram: GroupTelegram) {
        paceOnWire.charge(1, at: time)
        if paceOnWire.level(at: time) < -0.001 { violate("\(paceOnWire.level(at: time)) tokens") }
        guard case .read = telegram.service else { return }
        coverage.note("reads sent")
        paceOfReadsOnWire.charge(1, at: time)
        if paceOfReadsOnWire.level(at: time) < -0.001 {
            violate("\(paceOfReadsOnWire.level(at: time)) tokens for reads")
        }
    }
}
