import DomoEngine
import DomoModel

/// A house with everything that an order for a place must not reach, and with push buttons.
enum ButtonHouse {
    /// What only its own name may reach, by on and off.
    static let guarded = ["Cerradura", "Verja", "Garaje", "Puerta", "Valvula", "Timbre", "Abridor", "Rele"]
    /// The push buttons whose pulse domo ends, with its length.
    static let pulses: [String: Duration] = ["Abridor": .seconds(1), "Rele": .seconds(20)]
    static let buttons = ["Timbre", "Abridor", "Rele"]
    static let lamps = ["Luz", "Mesa"]
    /// Left out of `off`, since they stay on.
    static let stayingOn = ["Nevera", "Bomba", "Marcado"]

    static func path(_ name: String) -> String { "Casa/Salon/\(name)" }

    static func catalog(_ port: any LinkPort, isBus: Bool) -> Catalog {
        let elements =
            [
                element("Cerradura", .lock), element("Verja", .gate), element("Garaje", .garage),
                element("Puerta", .door),
                element("Valvula", .valve), element("Timbre", button: Details.Button()),
                element("Abridor", button: Details.Button(pulse: pulses["Abridor"])),
                element("Rele", button: Details.Button(value: .off, pulse: pulses["Rele"])),
                element("Nevera", .socket), element("Bomba"), element("Marcado", inGroups: false),
            ] + lamps.map { element($0) }
        let house = House(name: "Casa", sectors: [Sector(name: "Salon", elements: elements)])
        let profile = ButtonProfile(endpoints: [EndpointProfile(label: "casa", reportsReachability: isBus)])
        return Catalog(
            houses: [house],
            links: [Catalog.Link(label: "casa", profile: profile, port: port)],
            linkOfHouse: [0]
        )
    }

    private static func element(
        _ name: String,
        _ elementClass: ElementClass? = nil,
        button: Details.Button? = nil,
        inGroups: Bool? = nil
    ) -> Element {
        var types = FacetTypes()
        types.append(.binary)
        return Element(
            name: name,
            kind: .device,
            types: types,
            details: Details(elementClass: elementClass, button: button, inGroups: inGroups)
        )
    }
}

private struct ButtonProfile: LinkProfile {
    let endpoints: [EndpointProfile]

    func signal(for value: Value, of target: Target) throws(SignalFault) -> String { "\(target.name)=\(value.word)" }
}

/// A port without I/O: the simulation carries out the effects.
final class ButtonPort: LinkPort {
    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {}
    func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {}
    func cancel(_ id: Dispatch.ID) {}
}
