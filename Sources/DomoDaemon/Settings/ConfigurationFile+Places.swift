import DomoCalendar
import DomoYAML

extension ConfigurationFile {
    /// Reads the location of a house, and its holidays.
    ///
    /// - Parameter entries: the entries of the house.
    mutating func place(_ entries: [String: YAMLNode]) -> Configuration.Place? {
        var place = Configuration.Place()
        if let node = entries["place"] {
            let entries = yaml.mapping(node, "a place", keys: ["latitude", "longitude", "zone"])
            let latitude = entries["latitude"].flatMap { degrees($0, "latitude", 90) }
            let longitude = entries["longitude"].flatMap { degrees($0, "longitude", 180) }
            if let latitude, let longitude {
                place.position = Configuration.Place.Position(latitude: latitude, longitude: longitude)
            }
            if let latitude = entries["latitude"], entries["longitude"] == nil {
                yaml.fault(latitude, "a latitude without a longitude", "add longitude: DEGREES, east positive")
            }
            if let longitude = entries["longitude"], entries["latitude"] == nil {
                yaml.fault(longitude, "a longitude without a latitude", "add latitude: DEGREES, north positive")
            }
            place.zone = entries["zone"].flatMap { zone($0) }
        }
        place.holidays = entries["holidays"].flatMap { readableFile($0, "holidays") }
        return place == Configuration.Place() ? nil : place
    }

    private mutating func degrees(_ node: YAMLNode, _ what: String, _ max: Double) -> Double? {
        if let degrees = node.scalar.flatMap({ Double($0) }), abs(degrees) <= max { return degrees }
        yaml.fault(node, "\(what) is not a number from -\(Int(max)) to \(Int(max))", "write degrees, \(what): 39.47")
        return nil
    }

    private mutating func zone(_ node: YAMLNode) -> String? {
        guard let name = yaml.text(node, "zone") else { return nil }
        if SystemTimeZone(name) != nil { return name }
        yaml.fault(node, "unknown time zone \"\(name)\"", "use an IANA name, such as Europe/Madrid")
        return nil
    }
}
