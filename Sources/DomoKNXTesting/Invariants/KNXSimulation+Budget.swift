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

    func beginBudget() {
        let rate = Double(scenario.rate)
        let burst = max(1, readsPerSecond.rounded(.down))
        paceOfOrders = ReferenceBucket(perSecond: rate, burst: rate, at: time)
        paceOfLine = paceOfOrders
        paceReserved = ReferenceBucket(perSecond: rate / 20, burst: 1, at: time)
        paceOfReads = ReferenceBucket(perSecond: readsPerSecond, burst: burst, at: time)
        // Reads fill what orders leave; orders may follow at once.
        paceOnWire = ReferenceBucket(perSecond: rate * 1.05, burst: 2 * rate + backlog + 1, at: time)
        paceOfReadsOnWire = ReferenceBucket(perSecond: readsPerSecond, burst: readsPerSecond + 8 + 6, at: time)
    }

    func ordersAreNotSentPastTheBudget(_ dispatch: Dispatch) {
        guard let house = daemon?.house else { return }
        // That of a colour may take several telegrams.
        let cost = Double(profile(of: house).cost(of: dispatch.value, for: dispatch.target))
        if paceOfOrders.level(at: time) < 0.999 { violate("\(paceOfOrders.level(at: time)) tokens") }
        paceOfOrders.charge(cost, at: time)
        paceOfLine.charge(cost, at: time)
    }

    func readsAreNotSentPastTheBudget(_ query: Query) {
        guard let house = daemon?.house else { return }
        let cost = profile(of: house).cost(ofReading: query.targets[0])
        if paceOfLine.level(at: time) < 0.999 {
            coverage.note("reads on a busy bus")
            if paceReserved.level(at: time) < 0.999 { violate("\(paceOfLine.level(at: time)) tokens") }
        }
        if paceOfReads.level(at: time) < 0.999 { violate("\(paceOfReads.level(at: time)) tokens for reads") }
        noteOwnReads(cost)
    }

    /// Charges reads, both those of queries and the link's own.
    func noteOwnReads(_ cost: Int) {
        paceOfLine.charge(Double(cost), at: time)
        paceOfReads.charge(Double(cost), at: time)
        paceReserved.chargeOthers(Double(cost), at: time)
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
