import DomoKNX
import DomoModel
import DomoXML
import Testing

@testable import DomoKNXHouse

/// A house file with each element on its own line, filled with the nodes of a test.
enum BindingFile {
    private static let elements: [(name: String, types: [Int])] = [
        ("Lamp", [1]), ("Fan", [1]), ("Dimmer", [2, 1]), ("Louver", [3]), ("Blind", [3, 2]), ("Both", [1, 3]),
        ("Sensor", [4]), ("Mode", [4]), ("All", [1, 2, 3, 4]), ("Strip", [2, 5]),
    ]

    /// - Parameters:
    ///   - nodes: The nodes by element name; "Casa" is the house and "Salon" a sector.
    ///   - extra: Elements of `urn:domo:house:1` by element name.
    static func text(_ nodes: [String: String], extra: [String: String] = [:]) -> String {
        var lines = [
            "<Viviendas xmlns:k=\"urn:domo:knx:1\" xmlns:d=\"urn:domo:house:1\" xmlns:f=\"urn:f\"><Vivienda><Nombre>Casa</Nombre>",
            nodes["Casa"] ?? "",
        ]
        for (name, types) in elements {
            let types = types.map { "<Tipo>\($0)</Tipo>" }.joined()
            // The nodes are on a line of their own, so that their column does not depend on the name.
            lines.append("<Dispositivo><Nombre>\(name)</Nombre>\(types)\(extra[name] ?? "")")
            lines.append("\(nodes[name] ?? "")</Dispositivo>")
        }
        lines.append("<Sector><Nombre>Salon</Nombre><Servicio><Nombre>Riego</Nombre><Tipo>1</Tipo></Servicio>")
        lines.append("\(nodes["Salon"] ?? "")</Sector></Vivienda></Viviendas>")
        return lines.joined(separator: "\n")
    }

    /// The line with the nodes of an element.
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

/// - `text`: `1/2/3`
func groupAddress(_ text: String) -> GroupAddress {
    let parts = text.split(separator: "/").compactMap { UInt16($0) }
    return GroupAddress(raw: parts[0] << 11 | parts[1] << 8 | parts[2])
}
