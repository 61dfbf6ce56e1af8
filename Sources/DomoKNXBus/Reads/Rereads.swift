import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// The states that the link reads again by itself: those that have expired, and those that another device may have
/// changed.
struct Rereads: Sendable {
    /// How long to wait for the status after a command.
    private static let defaultVerificationTime: Duration = .seconds(10)

    /// When states that are read at an interval without a new one are read next, by facet.
    private var expiries: [Int: Instant] = [:]
    /// The minimum time between two reads of an address because of telegrams that can't be used.
    private static let unusableInterval: Duration = .seconds(60)

    /// Until when addresses with such telegrams are not read again, and whether a read waits for that.
    private var unusable: [GroupAddress: (quietUntil: Instant, isWaiting: Bool)] = [:]
    /// When to read facets that another device commanded and whose status has not arrived, by facet.
    private var unverified: [Int: Instant] = [:]

    /// A state of the facet arrived.
    mutating func noteState(of number: Int, _ facet: KNXFacet, at now: Instant) {
        unverified[number] = nil
        if let interval = facet.read.interval(expires: facet.expires) { expiries[number] = now + interval }
    }

    /// The connection is up, or the bindings are new, and everything is read once: what is not answered is read again
    /// like an old state.
    mutating func begin(_ profile: KNXLinkProfile, at now: Instant) {
        for (number, facet) in profile.bindings.facets.enumerated()
        where expiries[number] == nil && profile.stateToRead(facet) != nil {
            if let interval = facet.read.interval(expires: facet.expires) { expiries[number] = now + interval }
        }
    }

    /// Plans to read a facet that another device commanded, in case no status arrives in time: the telegram may have
    /// been delayed or may not have reached the actuator.
    mutating func verify(_ number: Int, _ profile: KNXLinkProfile, at now: Instant) {
        let facet = profile.bindings.facets[number]
        let end = now + (facet.within ?? Self.defaultVerificationTime)
        // Switching a lamp changes its level too.
        let siblings = [FacetType.binary, .regulable].compactMap { profile.number(facet.facet.path, $0) }
        for each in Set([number] + siblings) where !profile.statesToRead(each).isEmpty { unverified[each] = end }
    }

    /// A telegram to the address can't be used.
    ///
    /// - Returns: True if it is to be read now; otherwise the read becomes due later. A device that keeps sending such
    ///   telegrams causes few reads.
    mutating func noteUnusable(_ address: GroupAddress, at now: Instant) -> Bool {
        if let quietUntil = unusable[address]?.quietUntil, now < quietUntil {
            unusable[address]?.isWaiting = true
            return false
        }
        unusable[address] = (now + Self.unusableInterval, false)
        return true
    }

    /// A telegram to the address can be used.
    mutating func noteUsable(_ address: GroupAddress) { unusable[address]?.isWaiting = false }

    private mutating func dueUnusable(at now: Instant) -> [GroupAddress] {
        let over = unusable.filter { $0.value.quietUntil <= now }
        for (address, entry) in over {
            unusable[address] = entry.isWaiting ? (now + Self.unusableInterval, false) : nil
        }
        return over.filter(\.value.isWaiting).keys.sorted { $0.raw < $1.raw }
    }

    /// - Returns: The addresses to read now.
    mutating func due(_ profile: KNXLinkProfile, at now: Instant) -> [GroupAddress] {
        var addresses: [GroupAddress] = []
        for number in expiries.filter({ $0.value <= now }).keys.sorted() {
            let facet = profile.bindings.facets[number]
            expiries[number] = facet.read.interval(expires: facet.expires).map { now + $0 }
            addresses += [profile.stateToRead(facet)].compactMap(\.self) + profile.companionsToRead(facet)
        }
        for number in unverified.filter({ $0.value <= now }).keys.sorted() {
            unverified[number] = nil
            addresses += profile.statesToRead(number)
        }
        for address in dueUnusable(at: now) { addresses += profile.addressesToRead(for: address) }
        return addresses
    }

    /// All states are read anyway.
    mutating func clear() { (expiries, unverified, unusable) = ([:], [:], [:]) }

    /// Maps the facet numbers to those of the new bindings; facets that the new bindings lack are dropped.
    mutating func renumber(from old: KNXLinkProfile, to new: KNXLinkProfile) {
        func renumbered(_ moments: [Int: Instant]) -> [Int: Instant] {
            var kept: [Int: Instant] = [:]
            for (number, moment) in moments {
                let facet = old.bindings.facets[number].facet
                if let number = new.number(facet.path, facet.type) { kept[number] = moment }
            }
            return kept
        }
        (expiries, unverified) = (renumbered(expiries), renumbered(unverified))
    }

    var earliest: Instant? {
        [expiries.values.min(), unverified.values.min(), unusable.values.map(\.quietUntil).min()]
            .compactMap(\.self).min()
    }
}
