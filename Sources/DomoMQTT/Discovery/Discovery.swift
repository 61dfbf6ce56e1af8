import DomoModel

/// The announcements for Home Assistant, and for others that read them.
///
/// Sources: home-assistant.io/integrations/mqtt ("MQTT Discovery"), and the pages of its platforms.
struct Discovery: Equatable, Sendable {
    let topics: Topics
    /// Of domo.
    let version: String
    /// The web page of domo; nil if people can't open it.
    var pageURL: String?
    /// Where users find help.
    var supportURL: String?
    /// How long a command may be kept on its way, in seconds. Home Assistant 2025.11 and before ignore it; later ones need
    /// MQTT 5 for it: with 3.1.1 they send no command at all. Nil leaves it out.
    var commandExpiry: Int?

    private var discovery: String { topics.discovery ?? "homeassistant" }

    // MARK: Elements

    /// The announcement of a device with its parts in one message; retained.
    ///
    /// - Parameter reportsInput: whether it has reported an input without a state, such as a push button.
    /// - Returns: nil if it has nothing to show.
    func device(_ element: MirrorElement, reportsInput: Bool = false) -> Publication? {
        publication(of: described(element, reportsInput: reportsInput))
    }

    /// The same in one message for each component: for openHAB, and for Home Assistant before 2024.12.
    func components(_ element: MirrorElement, reportsInput: Bool = false) -> [Publication] {
        publications(of: described(element, reportsInput: reportsInput))
    }

    func described(_ element: MirrorElement, reportsInput: Bool = false) -> DiscoveredDevice {
        DiscoveredDevice(
            node: names.node(element.id),
            device: device(of: element),
            availability: availability(of: element),
            components: ComponentMaker(discovery: self, device: element).components(reportsInput: reportsInput)
        )
    }

    /// Identifies what is ours.
    var names: DiscoveryNames { DiscoveryNames(prefix: topics.prefix, discovery: discovery) }

    /// Home Assistant takes the suggested area when it sees a device for the first time; later, the area is what its user
    /// made of it.
    private func device(of element: MirrorElement) -> ConfigObject {
        [
            "identifiers": .texts([names.node(element.id)]),
            "name": .text(Self.name(of: element)),
            "manufacturer": "domo",
            "model": .text(element.elementClass?.word ?? element.types.map(\.word).joined(separator: ", ")),
            "suggested_area": element.area.isEmpty ? nil : .text(element.area),
            "via_device": .text(names.scenes),
            "configuration_url": .text(pageAddress(of: element)),
        ]
    }

    /// Its label, else the last name in its path.
    static func name(of element: MirrorElement) -> String {
        let names = [element.label, element.path.split(separator: "/").last.map(String.init) ?? "", element.id]
        return names.first { $0.contains { !$0.isWhitespace } } ?? element.id
    }

    /// `PAGE/element/Casa/Luz`
    private func pageAddress(of element: MirrorElement) -> String? {
        guard let page else { return nil }
        let path = element.path.split(separator: "/").map(Self.percentEncoded).joined(separator: "/")
        return "\(page)/element/\(path)"
    }

    /// Home Assistant refuses the announcement if the address has another scheme.
    var page: String? {
        guard var page = pageURL, page.hasPrefix("https://") || page.hasPrefix("http://") else { return nil }
        while page.hasSuffix("/") { page.removeLast() }
        return page
    }

    private static func percentEncoded(_ text: Substring) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return encoded
    }

    // MARK: What all share

    /// An element is available if the bridge, domod and its link are.
    func availability(of element: MirrorElement) -> ConfigObject {
        availability([topics.bridge, topics.daemon, topics.availability(element)])
    }

    func availability(_ topics: [String]) -> ConfigObject {
        [
            // `online` and `offline` are what Home Assistant expects.
            "availability": .list(topics.map { .object(["topic": .text($0)]) }),
            "availability_mode": "all",
        ]
    }

    var origin: ConfigObject {
        ["name": "domo", "sw_version": .text(version), "support_url": .text(supportURL)]
    }

    // MARK: The two modes

    func publication(of device: DiscoveredDevice) -> Publication? {
        guard !device.components.isEmpty else { return nil }
        return Publication(names.topic(node: device.node), payload(of: device).json, isRetained: true)
    }

    /// Home Assistant refuses a device with an unknown key outside its components.
    func payload(of device: DiscoveredDevice) -> ConfigObject {
        var components = ConfigObject()
        for component in device.components { components[component.key] = .object(withPlatform(component)) }
        var payload: ConfigObject = [
            "device": .object(device.device), "origin": .object(origin), "components": .object(components),
        ]
        payload.add(device.availability)
        return payload
    }

    private func withPlatform(_ component: DiscoveredDevice.Component) -> ConfigObject {
        var config: ConfigObject = ["platform": .text(component.platform.rawValue)]
        config.add(component.config)
        return config
    }

    func publications(of device: DiscoveredDevice) -> [Publication] {
        device.components.map { component in
            var payload: ConfigObject = ["device": .object(device.device), "origin": .object(origin)]
            payload.add(device.availability)
            payload.add(component.config)
            let topic = names.topic(component.platform, node: device.node, component: component.key)
            return Publication(topic, payload.json, isRetained: true)
        }
    }
}
