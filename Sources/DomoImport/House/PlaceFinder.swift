import DomoKNX
import DomoModel

/// Finds the place of a bundle in the building.
///
/// First its ETS function, then a room that is named in the address or its ranges, then a room whose push buttons and
/// sensors are linked with it. The place of the actuator comes last, because actuators are in a distribution board.
struct PlaceFinder {
    private struct Room {
        var id: String
        var tokens: [String]
        /// The tokens of the places above it.
        var above: [[String]]
        var isRoom: Bool
    }

    private let pairing: Pairing
    private var rooms: [Room] = []
    private var spaceOfDevice: [String: Room] = [:]

    init(_ pairing: Pairing) {
        self.pairing = pairing
        for space in pairing.project.spaces { add(space, above: []) }
    }

    private mutating func add(_ space: ProjectSpace, above: [[String]]) {
        let room = Room(
            id: space.id,
            tokens: NameReading.foldedTokens(space.name),
            above: above,
            isRoom: space.kind != "DistributionBoard"
        )
        rooms.append(room)
        for device in space.devices { spaceOfDevice[device] = room }
        for inner in space.spaces { add(inner, above: above + [room.tokens]) }
    }

    /// - Returns: the id of a space; nil if unknown.
    func space(of bundle: Bundle) -> String? {
        bundle.space ?? namedSpace(of: bundle) ?? linkedSpace(of: bundle) { $0.canTransmit } ?? deviceSpace(of: bundle)
            ?? linkedSpace(of: bundle) { _ in true }
    }

    private func namedSpace(of bundle: Bundle) -> String? {
        guard let main = bundle.main, let group = pairing.groups[main] else { return nil }
        let texts =
            [group.name, bundle.name ?? "", group.description] + pairing.project.rangeNames(of: group).reversed()
        let tokens = texts.map(NameReading.foldedTokens)
        let all = tokens.flatMap { $0 }
        for words in tokens {
            let named = rooms.filter { $0.isRoom && !$0.tokens.isEmpty && words.containsRun($0.tokens) }
            guard let longest = named.map(\.tokens.count).max() else { continue }
            let best = named.filter { $0.tokens.count == longest }
            // Prefer the innermost: a room rather than its floor.
            let depth = best.map(\.above.count).max() ?? 0
            let inner = best.filter { $0.above.count == depth }
            if inner.count == 1 { return inner[0].id }
            // If several rooms have the name, prefer the one whose floor is named too.
            let scored = inner.map { room in
                (room, room.above.filter { !$0.isEmpty && all.containsRun($0) }.count)
            }
            let most = scored.map(\.1).max() ?? 0
            let winners = scored.filter { $0.1 == most }
            if most > 0, winners.count == 1 { return winners[0].0.id }
        }
        return nil
    }

    /// The room whose devices are linked with its addresses, not counting the actuator; nil if there are several.
    private func linkedSpace(of bundle: Bundle, where isMeant: (ObjectFlags) -> Bool) -> String? {
        var found: Set<String> = []
        for member in bundle.members {
            for link in pairing.wiring.links(of: member.address) {
                let object = pairing.wiring.object(link)
                let device = pairing.project.devices[link.device]
                guard isMeant(object.flags), link.device != bundle.device,
                    let room = spaceOfDevice[device.address], room.isRoom
                else { continue }
                found.insert(room.id)
            }
        }
        return found.count == 1 ? found.first : nil
    }

    private func deviceSpace(of bundle: Bundle) -> String? {
        guard let device = bundle.device, let room = spaceOfDevice[pairing.project.devices[device].address] else {
            return nil
        }
        return room.isRoom ? room.id : nil
    }
}

extension [String] {
    /// Whether it contains the words as a contiguous sequence.
    func containsRun(_ words: [String]) -> Bool {
        guard !words.isEmpty, words.count <= count else { return false }
        return (0...(count - words.count)).contains { start in Array(self[start..<(start + words.count)]) == words }
    }
}
