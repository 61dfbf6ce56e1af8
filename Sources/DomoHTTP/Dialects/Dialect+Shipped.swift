extension Dialect {
    /// The dialects that domo ships, as YAML, by name. A custom dialect can start from one of them.
    public static let shipped: [String: String] = [
        "domoticz": PackageResources.domoticz_yaml,
        "homeassistant": PackageResources.homeassistant_yaml,
        "loxone": PackageResources.loxone_yaml,
        "openhab": PackageResources.openhab_yaml,
        "pervml": PackageResources.pervml_yaml,
        "shelly-gen2": PackageResources.shelly_gen2_yaml,
        "simulator": PackageResources.simulator_yaml,
        "tasmota": PackageResources.tasmota_yaml,
    ].mapValues { String(decoding: $0, as: UTF8.self) }

    /// The dialect of the original system's server, used by default.
    public static let pervML = shipped("pervml")!

    /// Returns a dialect that domo ships; nil if there is none with this name.
    public static func shipped(_ name: String) -> Dialect? {
        guard let text = shipped[name] else { return nil }
        do {
            return try read(text, name: name)
        } catch {
            // A bug in domo itself: the text is a part of the program, and the tests read every dialect.
            preconditionFailure("invalid dialect \(name): \(error)")
        }
    }
}
