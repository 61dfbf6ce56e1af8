/// House files of any size: one house, five levels of sectors, and binary elements with unique names.
enum HouseFile {
    static let depth = 5
    static let house = "Casa"
    private static let sectorsInSector = 5

    /// The elements are named E0, E1 and so on.
    static func write(elements: Int, to path: String) throws(BenchFault) {
        try write(elements: elements, to: path) { _ in "" }
    }

    /// Writes the house for a KNX bus: each element has a command address and, optionally, a state address.
    static func writeKNX(
        elements: Int,
        hasStates: Bool,
        isRead: Bool = true,
        to path: String
    ) throws(BenchFault) {
        try write(elements: elements, to: path) { element in
            let state = hasStates ? " estado=\"\(state(of: element))\"" : ""
            return
                "<k:Binario orden=\"\(command(of: element))\"\(state)\(isRead && hasStates ? "" : " leer=\"no\"")/>\n"
        }
    }

    /// The group addresses of an element, as numbers.
    static func command(of element: Int) -> UInt16 { UInt16(1 + 2 * element) }
    static func state(of element: Int) -> UInt16 { UInt16(2 + 2 * element) }

    /// - Parameter binding: additional XML of an element.
    private static func write(
        elements: Int,
        to path: String,
        binding: (Int) -> String
    ) throws(BenchFault) {
        try write(elements: elements, to: path) { text in
            appendSectors(0..<elements, level: 1, to: &text, binding)
        }
    }

    /// Writes the elements in a single sector.
    static func writeFlat(elements: Int, sector: String, to path: String) throws(BenchFault) {
        try write(elements: elements, to: path) { text in
            text.append(contentsOf: "<Sector>\n<Nombre>\(sector)</Nombre>\n".utf8)
            for element in 0..<elements { appendElement(element, binding: "", to: &text) }
            text.append(contentsOf: "</Sector>\n".utf8)
        }
    }

    private static func write(
        elements: Int,
        to path: String,
        sectors: (inout [UInt8]) -> Void
    ) throws(BenchFault) {
        var text: [UInt8] = []
        text.reserveCapacity(80 * elements + 4096)
        text.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
        text.append(contentsOf: "<Viviendas xmlns:k=\"urn:domo:knx:1\">\n<Vivienda>\n".utf8)
        text.append(contentsOf: "<Nombre>\(house)</Nombre>\n".utf8)
        sectors(&text)
        text.append(contentsOf: "</Vivienda>\n</Viviendas>\n".utf8)
        try TextFile.write(text, to: path)
    }

    /// The full paths of all elements.
    static func paths(elements: Int) -> [String] {
        var paths: [String] = []
        paths.reserveCapacity(elements)
        appendPaths(0..<elements, level: 1, in: house, to: &paths)
        return paths
    }

    private static func appendPaths(_ elements: Range<Int>, level: Int, in place: String, to paths: inout [String]) {
        for (number, part) in sectors(of: elements) {
            let sector = "\(place)/S\(number)"
            if level < depth {
                appendPaths(part, level: level + 1, in: sector, to: &paths)
            } else {
                for element in part { paths.append("\(sector)/E\(element)") }
            }
        }
    }

    /// Distributes elements evenly over as many sectors as they need.
    private static func sectors(of elements: Range<Int>) -> [(number: Int, elements: Range<Int>)] {
        let sectors = min(sectorsInSector, elements.count)
        return (0..<sectors).map { number in
            let first = elements.lowerBound + elements.count * number / sectors
            let end = elements.lowerBound + elements.count * (number + 1) / sectors
            return (number, first..<end)
        }
    }

    private static func appendSectors(
        _ elements: Range<Int>,
        level: Int,
        to text: inout [UInt8],
        _ binding: (Int) -> String
    ) {
        for (number, part) in sectors(of: elements) {
            text.append(contentsOf: "<Sector>\n<Nombre>S\(number)</Nombre>\n".utf8)
            if level < depth {
                appendSectors(part, level: level + 1, to: &text, binding)
            } else {
                for element in part { appendElement(element, binding: binding(element), to: &text) }
            }
            text.append(contentsOf: "</Sector>\n".utf8)
        }
    }

    private static func appendElement(_ element: Int, binding: String, to text: inout [UInt8]) {
        text.append(contentsOf: "<Dispositivo>\n<Nombre>E\(element)</Nombre>\n".utf8)
        text.append(contentsOf: "<Tipo>1</Tipo>\n\(binding)</Dispositivo>\n".utf8)
    }
}
