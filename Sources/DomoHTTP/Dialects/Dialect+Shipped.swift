extension Dialect {
    /// The dialects that domo brings, as YAML, by name: what a dialect of one's own starts from.
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

    /// The server of the original work, spoken where nothing else is said.
    public static let pervML = shipped("pervml")!

    /// A dialect that domo brings; nil for a name that is none.
    public static func shipped(_ name: String) -> Dialect? {
        guard let text = shipped[name] else { return nil }
        do {
            return try read(text, name: name)
        } catch {
            // A mistake in domo itself: the text is a part of the program, and its tests read each.
            preconditionFailure("the dialect \(name) is wrong: \(error)")
        }
    }
}
