import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoKNXSim
import DomoModel

// The telegrams that the link sends, and their causes.

extension KNXSimulation {
    /// The maximum number of unanswered reads.
    static let maxReads = 8

    func beginConnection() {
        lastTransmitted = []
        openReads = [:]
    }

    func noteTransmission(_ octets: [UInt8]) {
        guard daemon?.socket != nil, let telegram = Self.telegram(in: octets, .request, .indication) else { return }
        if scenario.transport != .routing {
            // The same sequence number: the interface recognises it as a repetition.
            if octets == lastTransmitted { return coverage.note("requests repeated") }
            lastTransmitted = octets
        }
        trace { "transmit \(telegram.destination) \(telegram.service)" }
        coverage.note("telegrams sent")
        wireBudgetIsKept(telegram)
        switch telegram.service {
        case .read: noteRead(telegram.destination)
        case .response: responsesAreOfWhatIsExposed(telegram)
        case .write: everyWriteHasACause(telegram)
        }
    }

    /// The group telegram in a frame of one of these kinds.
    static func telegram(in octets: [UInt8], _ codes: DataFrame.Code...) -> GroupTelegram? {
        data(in: octets).flatMap { codes.contains($0.code) ? $0.telegram : nil }
    }

    /// Nil for any other frame, and for invalid ones.
    static func data(in octets: [UInt8]) -> DataFrame? {
        guard let frame = try? IPFrame(decoding: octets) else { return nil }
        let message: [UInt8]
        switch frame {
        case .tunnellingRequest(let request): message = request.message
        case .routingIndication(let indication): message = indication
        default: return nil
        }
        guard case .data(let data)? = try? CEMIFrame(decoding: message) else { return nil }
        return data
    }

    // MARK: - Reads

    private func noteRead(_ group: GroupAddress) {
        if house.commandGroups.contains(group) { violate("\(group)", invariant: "commandAddressesAreNeverRead") }
        openReads = openReads.filter { $0.value > time }
        openReads[group] = time + 2 * KNXScenario.second
        if openReads.count > Self.maxReads + commands.count {
            let open = openReads.keys.sorted { $0.raw < $1.raw }.map(\.description).joined(separator: ", ")
            violate("\(openReads.count) reads are without an answer: \(open)", invariant: "fewReadsAreOpen")
        }
    }

    // MARK: - Writes

    /// A write belongs to a pending order or to a movement by time, or exposes a change. So a start, a load and a new
    /// connection send only reads.
    private func everyWriteHasACause(_ telegram: GroupTelegram) {
        let order = dispatches.keys.sorted().first { id in
            dispatches[id].map { dispatch in
                let mayFollow = dispatch.value.type == .colour && !dispatch.destinations.contains(telegram.destination)
                return (dispatch.transmittedAt == nil || mayFollow) && carries(telegram, dispatch)
            } ?? false
        }
        if let order {
            let isFirst = dispatches[order]?.transmittedAt == nil
            dispatches[order]?.destinations.insert(telegram.destination)
            guard isFirst else { return coverage.note("further telegrams of an order") }
            dispatches[order]?.transmittedAt = time
            ordersAreNotSentAfterTheirDeadline(order)
            sideEffectsAreSentOnce(order)
            if let dispatch = dispatches[order] { plannedStopsLeaveInTime(dispatch) }
            return personsDoNotWait(order)
        }
        awaitedOrder = nil
        guard house.exposed.contains(telegram.destination) else {
            return violate("\(telegram.destination) \(telegram.service)")
        }
        exposuresShowChanges(telegram)
    }

    private func ordersAreNotSentAfterTheirDeadline(_ id: UInt64) {
        guard let dispatch = dispatches[id], time > dispatch.deadline + Self.lateness else { return }
        violate("dispatch \(id), \(time - dispatch.deadline) ns late")
    }

    /// The maximum delay of handovers and timers.
    static let lateness: Int64 = 10_000_000

    // MARK: - Exposures

    func noteExposed(_ facet: FacetName, _ value: Value?) {
        guard let value else { return }
        // The first known value is not a change.
        if let before = exposedValues[facet], before != value { changedExposures[facet, default: 0] += 1 }
        exposedValues[facet] = value
        knownExposures[facet, default: []].insert(value)
    }

    private func exposuresShowChanges(_ telegram: GroupTelegram) {
        guard case .write(let payload) = telegram.service,
            let exposure = house.bindings.exposures.first(where: { $0.group == telegram.destination })
        else { return }
        guard case .facet(let facet) = exposure.subject else { return coverage.note("times shown") }
        let shown = KNXFacet(facet, type: exposure.type, isInverted: exposure.isInverted)
        // An older value may have waited for the tunnel.
        guard exposure.sends, knownExposures[facet]?.contains(where: { shown.agrees($0, with: payload) }) ?? false
        else {
            return violate("\(telegram.destination) is not a value of \(facet.path)")
        }
        changedExposures[facet, default: 0] -= 1
        if changedExposures[facet, default: 0] < 0, exposure.every == nil { violate("\(facet.path) did not change") }
        coverage.note("changes shown")
    }

    private func responsesAreOfWhatIsExposed(_ telegram: GroupTelegram) {
        coverage.note("reads answered")
        if !house.exposed.contains(telegram.destination) { violate("\(telegram.destination)") }
    }
}
