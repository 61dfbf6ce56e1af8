/// The meaning of group objects, which application programs for ETS 6 may declare: `Semantics="knx:dpa.417.52"` is
/// datapoint 52 of functional block 417.
///
/// Source: what the objects with each number do in the application programs of the projects in XKNX/xknxproject,
/// test/resources.
enum DatapointSemantics {
    /// - Parameter text: `knx:dpa.800.81 knx:dpa.800.51`
    static func list(_ text: String?) -> [String] {
        (text ?? "").split(whereSeparator: \.isWhitespace).compactMap { part in
            part.hasPrefix("knx:dpa.") ? String(part.dropFirst("knx:dpa.".count)) : nil
        }
    }

    static func words(of datapoints: [String]) -> Set<RoleWord> {
        datapoints.lazy.compactMap { words[$0] }.first ?? []
    }

    private static let words: [String: Set<RoleWord>] = [
        // Room temperature controllers and valves.
        "101.51": [.setPoint], "113.51": [.setPoint], "400.50": [.control],
        // Light switching actuator.
        "417.51": [.state], "417.52": [.command], "417.61": [.side], "417.69": [.lock], "417.71": [.side],
        // Dimming actuators.
        "418.51": [.state], "418.52": [.state, .level], "418.62": [.command], "418.68": [.relative], "418.69": [.lock],
        "418.70": [.level], "427.51": [.state], "427.52": [.state, .level], "427.62": [.command],
        "427.68": [.relative], "427.69": [.lock], "427.70": [.level], "440.70": [.level],
        // Sunblind actuator.
        "800.51": [.state, .direction], "800.56": [.state, .slat], "800.71": [.position], "800.72": [.slat],
        "800.81": [.move], "800.82": [.step], "800.85": [.state, .position],
    ]
}
