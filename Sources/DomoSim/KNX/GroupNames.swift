import DomoKNX
import DomoKNXHouse
import DomoModel

/// The names of the group addresses of a house, for display.
struct GroupNames: Sendable {
    struct Entry: Sendable {
        var type: DatapointType?
        /// `Salon/Louver position state`
        var name: String
    }

    private var entries: [GroupAddress: Entry] = [:]

    subscript(group: GroupAddress) -> Entry? { entries[group] }

    init(_ bindings: KNXBindings) {
        for facet in bindings.facets {
            let name = facet.facet.path.split(separator: "/").last.map(String.init) ?? facet.facet.path
            add(facet.command, facet.type, name)
            for state in facet.states { add(state, facet.type, "\(name) state") }
            add(facet.relative, DatapointType(main: 3, sub: 7), "\(name) relative")
            let bit = DatapointType(main: 1, sub: 1)
            add(facet.motion?.stop, DatapointType(main: 1, sub: 10) ?? bit, "\(name) stop")
            add(facet.motion?.step, DatapointType(main: 1, sub: 7) ?? bit, "\(name) step")
            add(facet.motion?.moving, bit, "\(name) moving")
            add(facet.motion?.movingDown, bit, "\(name) moving down")
            add(facet.motion?.direction, DatapointType(main: 1, sub: 8) ?? bit, "\(name) direction")
            add(facet.motion?.locked, bit, "\(name) locked")
        }
        // Addresses of several elements don't get an element's name.
        for facet in bindings.facets { for listen in facet.listens { add(listen.group, listen.type, "central") } }
        for scene in bindings.scenes { add(scene.group, scene.type, "scenes") }
        for exposure in bindings.exposures { add(exposure.group, exposure.type, "exposed") }
    }

    private mutating func add(_ group: GroupAddress?, _ type: DatapointType?, _ name: String) {
        guard let group, entries[group] == nil else { return }
        entries[group] = Entry(type: type, name: name)
    }

    /// `on`, `21.5 °C`, or the octets of the data if the type is unknown; nil for a read.
    func value(of telegram: GroupTelegram) -> String? {
        let payload: Payload
        switch telegram.service {
        case .read: return nil
        case .write(let written), .response(let written): payload = written
        }
        guard let type = entries[telegram.destination]?.type else { return payload.hexadecimal }
        do throws(DatapointFault) {
            let text = type.text(of: try type.decode(payload))
            return type.unit.map { "\(text) \($0)" } ?? text
        } catch {
            return payload.hexadecimal
        }
    }

    /// `1.1.241 → 1/0/1 write on (Lamp)`
    func line(_ telegram: GroupTelegram) -> String {
        let name = entries[telegram.destination].map { " (\($0.name))" } ?? ""
        let value = value(of: telegram).map { " \($0)" } ?? ""
        return "\(telegram.source) → \(telegram.destination) \(telegram.service.word)\(value)\(name)"
    }
}

extension GroupTelegram.Service {
    var word: String {
        switch self {
        case .read: "read"
        case .response: "response"
        case .write: "write"
        }
    }

    var payload: Payload? {
        switch self {
        case .read: nil
        case .response(let payload), .write(let payload): payload
        }
    }
}

extension Payload {
    /// `01`, `0c1a`
    var hexadecimal: String {
        let octets: [UInt8] =
            switch self {
            case .bits(let bits): [bits]
            case .octets(let octets): octets
            }
        return octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
