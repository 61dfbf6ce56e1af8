import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// What set-points that are ordered as a difference were reported to be over the current connection: their shifts, and the
/// temperatures that these belong to.
struct SetPoints: Sendable {
    private struct Report: Sendable {
        var payload: Payload
        var time: Instant
    }

    /// The last order of a facet: a state with its temperature is reported as the exact value that was ordered.
    private struct Order: Sendable {
        var value: Value
        var celsius: Double
        var payload: Payload
        var shift: KNXShift
    }

    private var reports: [GroupAddress: Report] = [:]
    private var orders: [FacetName: Order] = [:]
    /// When the value of each facet that has a maximum age becomes too old.
    private var expiries: [FacetName: Instant] = [:]

    /// After a lost connection nothing is known: the device may have been changed since.
    mutating func clear() { (reports, orders, expiries) = ([:], [:], [:]) }

    /// Drops what a load no longer binds.
    mutating func keep(_ bindings: KNXBindings) {
        let facets = bindings.facets.filter { $0.shift != nil }
        let groups = Set(facets.flatMap(\.stateGroups))
        reports = reports.filter { groups.contains($0.key) }
        let names = Set(facets.map(\.facet))
        expiries = expiries.filter { names.contains($0.key) }
        let shifts = Dictionary(facets.map { ($0.facet, $0.shift) }) { first, _ in first }
        orders = orders.filter { shifts[$0.key] == $0.value.shift }
    }

    // MARK: - Reports

    /// A valid report on the address of a shift or of what it belongs to.
    mutating func note(_ payload: Payload, at group: GroupAddress, of facet: KNXFacet, _ now: Instant) {
        reports[group] = Report(payload: payload, time: now)
        guard case .setPoint(group)? = facet.shift?.reference, let state = facet.states.first,
            let order = orders[facet.facet], isReached(order, payload)
        else { return }
        // The device has taken the ordered shift, and may report it later.
        reports[state] = Report(payload: order.payload, time: now)
    }

    /// The device reports something that can't be used.
    mutating func forget(_ group: GroupAddress) { reports[group] = nil }

    private func isReached(_ order: Order, _ payload: Payload) -> Bool {
        do throws(DatapointFault) {
            return abs(try KNXShift.celsius(of: payload) - order.celsius) <= KNXShift.tolerance
        } catch {
            // Such a report is not noted.
            return false
        }
    }

    /// Nil if it is not known, or too old.
    private func fresh(_ group: GroupAddress?, of facet: KNXFacet, at now: Instant) -> Payload? {
        guard let group, let report = reports[group] else { return nil }
        if let expires = facet.expires, now - report.time >= expires { return nil }
        return report.payload
    }

    // MARK: - Values

    /// The temperature to which a shift is added; nil if it is not known, or too old.
    func base(of facet: KNXFacet, at now: Instant) -> Double? {
        guard let shift = facet.shift, let reference = fresh(shift.reference.group, of: facet, at: now) else {
            return nil
        }
        do throws(DatapointFault) {
            let celsius = try KNXShift.celsius(of: reference)
            switch shift.reference {
            case .base: return celsius
            case .setPoint:
                guard let own = fresh(facet.states.first, of: facet, at: now) else { return nil }
                return celsius - (try shift.kelvin(of: own, facet.type))
            }
        } catch {
            // Such a report is not noted.
            return nil
        }
    }

    /// The set-point as it was last reported; nil if not all that it follows from is known.
    func value(of facet: KNXFacet, at now: Instant) -> Value? {
        guard let shift = facet.shift else { return nil }
        do throws(DatapointFault) {
            switch shift.reference {
            case .setPoint(let group):
                guard let payload = fresh(group, of: facet, at: now) else { return nil }
                return shown(try KNXShift.celsius(of: payload), facet)
            case .base:
                guard let base = base(of: facet, at: now), let own = fresh(facet.states.first, of: facet, at: now)
                else {
                    return nil
                }
                return shown(base + (try shift.kelvin(of: own, facet.type)), facet)
            }
        } catch {
            // Such a report is not noted.
            return nil
        }
    }

    /// The set-point that somebody else ordered with a shift; nil if what it is added to is not known.
    func value(orderedBy payload: Payload, of facet: KNXFacet, at now: Instant) throws(DatapointFault) -> Value? {
        guard let shift = facet.shift else { return nil }
        let kelvin = try shift.kelvin(of: payload, facet.type)
        return base(of: facet, at: now).map { shown($0 + kelvin, facet) }
    }

    private func shown(_ celsius: Double, _ facet: KNXFacet) -> Value {
        if let order = orders[facet.facet], abs(order.celsius - celsius) <= KNXShift.tolerance { return order.value }
        return KNXShift.value(celsius)
    }

    // MARK: - Orders

    /// The data that orders a set-point.
    mutating func order(
        _ value: Value,
        _ facet: KNXFacet,
        name: String,
        at now: Instant
    ) throws(SignalFault) -> Payload {
        guard let shift = facet.shift, let celsius = facet.celsius(of: value) else {
            throw SignalFault(
                message: "\(name): \(value.word) is not a temperature",
                hint: "order a number, as in 21.5"
            )
        }
        guard let base = base(of: facet, at: now) else {
            throw SignalFault(
                message: "\(name) is ordered as a difference from a temperature that is not known now: "
                    + "no report of \(unknown(facet, at: now))",
                hint: "try \"domo knx read\"; the object must be readable in ETS, and its device must answer"
            )
        }
        do throws(DatapointFault) {
            let order = try shift.payload(for: celsius, from: base, facet.type)
            orders[facet.facet] = Order(value: value, celsius: order.celsius, payload: order.payload, shift: shift)
            return order.payload
        } catch {
            throw SignalFault(message: "\(name): \(error.message)", hint: error.hint)
        }
    }

    private func unknown(_ facet: KNXFacet, at now: Instant) -> String {
        let needed: [GroupAddress] =
            switch facet.shift?.reference {
            case .base(let group): [group]
            case .setPoint(let group): [group] + facet.states.prefix(1)
            case nil: []
            }
        return needed.filter { fresh($0, of: facet, at: now) == nil }.map(\.description).joined(separator: " and ")
    }

    // MARK: - Time

    /// The facets whose value can't be told any more, since a report became too old.
    mutating func expire(at now: Instant) -> [FacetName] {
        let expired = expiries.filter { $0.value <= now }.keys.sorted { $0.path < $1.path }
        for facet in expired { expiries[facet] = nil }
        return expired
    }

    /// Notes until when the value that was reported last counts.
    mutating func noteReported(_ facet: KNXFacet) {
        guard let shift = facet.shift, let expires = facet.expires else { return }
        let groups = [shift.reference.group] + facet.states.prefix(1)
        expiries[facet.facet] = groups.compactMap { reports[$0]?.time }.min().map { $0 + expires }
    }

    var earliest: Instant? { expiries.values.min() }
}

extension KNXFacet {
    /// A temperature that was ordered: a number, with or without its unit.
    func celsius(of value: Value) -> Double? {
        guard let type = KNXShift.temperature else { return nil }
        do throws(DatapointFault) {
            guard case .real(let celsius) = try type.value(of: value.word) else { return nil }
            return celsius
        } catch {
            // The order is refused with a hint.
            return nil
        }
    }
}
