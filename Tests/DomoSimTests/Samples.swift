import DomoModel

@testable import DomoSim

extension Element {
    static func sample(_ name: String, _ types: FacetType...) -> Element {
        Element(name: name, kind: .device, types: FacetTypes(types)!)
    }
}

extension House {
    /// One element of each kind, and two lamps with the same name.
    static let sample = House(
        name: "Casa",
        elements: [.sample("Buzzer", .binary), .sample("Display", .value), .sample("Lamp", .binary)],
        sectors: [
            Sector(
                name: "Salon",
                elements: [
                    .sample("Louver", .bidirectional), .sample("Dimmer", .regulable, .binary),
                    .sample("Level", .regulable), .sample("Puerta ñ&=", .binary), .sample("Lamp", .binary),
                ]
            )
        ]
    )
}
