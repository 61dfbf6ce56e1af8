import DomoLanguage
import DomoModel

/// A listing in the vocabulary of the original house files, without extensions.
struct OriginalHouse {
    private(set) var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Viviendas>\n"

    init(_ listing: Listing) {
        for place in listing.places { write(place, as: "Vivienda", 1) }
        xml += "</Viviendas>\n"
    }

    private mutating func write(_ place: PlaceView, as tag: String, _ depth: Int) {
        line(depth, "<\(tag)>")
        line(depth + 1, "<Nombre>\(Self.escaped(place.name))</Nombre>")
        for element in place.elements {
            let tag = element.kind == "service" ? "Servicio" : "Dispositivo"
            line(depth + 1, "<\(tag)>")
            line(depth + 2, "<Nombre>\(Self.escaped(element.name))</Nombre>")
            for type in element.types.compactMap({ FacetType(word: $0) }) {
                line(depth + 2, "<Tipo>\(type.rawValue)</Tipo>")
            }
            line(depth + 1, "</\(tag)>")
        }
        for sector in place.sectors { write(sector, as: "Sector", depth + 1) }
        line(depth, "</\(tag)>")
    }

    private mutating func line(_ depth: Int, _ text: String) {
        xml += String(repeating: "  ", count: depth) + text + "\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
