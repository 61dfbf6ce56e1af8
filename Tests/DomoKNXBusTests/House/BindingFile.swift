import DomoEngine
import DomoKNX
import DomoModel
import DomoXML
import Testing

@testable import DomoKNXBus

/// A house file of which each element stands in a line of its own, with what a test writes into it.
enum BindingFile {
    private static let elements: [(name: String, types: [Int])] = [
        ("Lamp", [1]), ("Fan", [1]), ("Dimmer", [2, 1]), ("Louver", [3]), ("Blind", [3, 2]), ("Both", [1, 3]),
        ("Sensor", [4]), ("Mode", [4]), ("All", [1, 2, 3, 4]),
    ]

    /// - Parameters:
    ///   - nodes: by the names of elements; "Casa" is the house and "Salon" a sector.
    ///   - extra: elements of `urn:domo:house:1` by the names of elements.
    static func text(_ nodes: [String: String], extra: [String: String] = [:]) -> String {
        var lines = [
            "<Viviendas xmlns:k=\"urn:domo:knx:1\" xmlns:d=\"urn:domo:house:1\" xmlns:f=\"urn:f\"><Vivienda><Nombre>Casa</Nombre>",
            nodes["Casa"] ?? "",
        ]
        for (name, types) in elements {
            let types = types.map { "<Tipo>\($0)</Tipo>" }.joined()
            // The body comes last in its line, so that its column does not depend on it.
            lines.append("<Dispositivo><Nombre>\(name)</Nombre>\(types)\(extra[name] ?? "")")
            lines.append("\(nodes[name] ?? "")</Dispositivo>")
        }
        lines.append("<Sector><Nombre>Salon</Nombre><Servicio><Nombre>Riego</Nombre><Tipo>1</Tipo></Servicio>")
        lines.append("\(nodes["Salon"] ?? "")</Sector></Vivienda></Viviendas>")
        return lines.joined(separator: "\n")
    }

    /// The line that the body of an element begins.
    static func line(of name: String) -> Int {
        name == "Casa" ? 2 : (elements.firstIndex { $0.name == name } ?? elements.count) * 2 + 4
    }

    static func read(
        _ nodes: [String: String],
        extra: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> (bindings: KNXBindings, faults: [KNXBindingFault]) {
        let reading = HouseReader.read(
            bytes: Array(text(nodes, extra: extra).utf8),
            file: "h.xml",
            keeping: [KNXBindingReader.namespace]
        )
        #expect(reading.diagnostics == [], sourceLocation: sourceLocation)
        return KNXBindingReader.read(reading.extensions, of: HouseIndex(reading.houses))
    }
}

func type(_ text: String) throws -> DatapointType { try DatapointType(text) }

extension FacetName {
    static func lamp(_ type: FacetType = .binary) -> FacetName { FacetName(path: "Casa/Lamp", type: type) }
}
