import DomoKNX
import DomoKNXIP
import DomoSystem
import DomoYAML

// KNX links.

extension ConfigurationFile {
    /// - Parameter node: the whole mapping, or only a URL.
    mutating func knxSettings(_ entries: [String: YAMLNode], _ node: YAMLNode) -> KNXSettings? {
        guard let urlNode = entries["url"] else {
            yaml.fault(node, "the KNX interface has no url", "add url: knx://HOST")
            return nil
        }
        guard let url = yaml.text(urlNode, "url") else { return nil }
        var settings: KNXSettings
        do throws(InterfaceAddress.Fault) {
            settings = KNXSettings(address: try InterfaceAddress(url))
        } catch {
            yaml.fault(urlNode, error.message, error.hint)
            return nil
        }
        let isRouting = settings.address.transport == .routing
        if let node = entries["nat"] {
            settings.usesNAT = yesOrNo(node, "nat") ?? false
            if settings.address.transport != .udp { yaml.fault(node, "nat works only with knx://", "remove nat") }
        }
        if let node = entries["tunnel-address"] {
            settings.tunnelAddress = individualAddress(node, "tunnel-address")
            if isRouting { yaml.fault(node, "tunnel-address works only with a tunnel", "use own-address for routing") }
        }
        if let node = entries["own-address"] {
            settings.ownAddress = individualAddress(node, "own-address")
            if !isRouting { yaml.fault(node, "own-address works only with knx+routing://", "use tunnel-address") }
        }
        if let node = entries["accept"] {
            settings.acceptedRouters = routers(node)
            if !isRouting {
                yaml.fault(node, "accept works only with knx+routing://", "remove it: a tunnel has one peer")
            }
        }
        if let node = entries["interface"], let name = yaml.text(node, "interface") {
            settings.networkDevice = name
            if !isRouting {
                let hint = "remove it: the route to the interface decides"
                yaml.fault(node, "interface works only with knx+routing://", hint)
            }
        }
        if let node = entries["rate"], let rate = yaml.wholeNumber(node, "rate") {
            settings.rate = rate
            if isRouting, !KNXSettings.ratesOfRouting.contains(rate) {
                yaml.fault(node, "the rate is out of range", "1–50 telegrams per second over routing")
            } else if !KNXSettings.rates.contains(rate) {
                let range = "1–10000 telegrams per second; a TP1 line carries about 50"
                yaml.fault(node, "the rate is out of range", range)
            }
        }
        if let node = entries["unconfirmed"], let count = yaml.wholeNumber(node, "unconfirmed") {
            settings.maxUnconfirmed = count
            if isRouting {
                yaml.fault(node, "unconfirmed works only with a tunnel", "remove it: routing has no confirmations")
            } else if !KNXSettings.unconfirmedCounts.contains(count) {
                yaml.fault(node, "the number of unconfirmed telegrams is out of range", "use 1–4")
            }
        }
        if let node = entries["max-apdu"], let length = yaml.wholeNumber(node, "max-apdu") {
            settings.maxAPDU = length
            if isRouting {
                yaml.fault(node, "max-apdu works only with a tunnel", "remove max-apdu")
            } else if !KNXSettings.maxAPDUs.contains(length) {
                yaml.fault(
                    node,
                    "the length is out of range",
                    "15–254 octets; without max-apdu, the interface reports it"
                )
            }
        }
        if let node = entries["telegram-log"] {
            if node.scalar == "off" {
                settings.logSize = nil
            } else if let size = size(node, "telegram-log") {
                settings.logSize = size
                if !KNXSettings.logSizes.contains(size) {
                    yaml.fault(node, "the size is out of range", "write off, or 64KiB–64GiB")
                }
            }
        }
        return settings
    }

    /// The addresses of routers: one, or a list.
    private mutating func routers(_ node: YAMLNode) -> [UInt32] {
        let items: [YAMLNode]
        switch node.content {
        case .sequence(let list): items = list
        case .scalar, .mapping: items = [node]
        }
        if items.isEmpty { yaml.fault(node, "accept lists no router", "remove it to accept everybody's frames") }
        if items.count > KNXSettings.maxAcceptedRouters {
            let limit = KNXSettings.maxAcceptedRouters
            yaml.fault(node, "accept lists \(items.count) routers", "list at most \(limit)")
        }
        var routers: [UInt32] = []
        for item in items {
            guard let text = yaml.text(item, "an entry of accept") else { continue }
            guard let host = HostAddress.ipv4(text), (1..<224).contains(host >> 24) else {
                let hint = "write the IPv4 address that it sends from: 192.168.1.21"
                yaml.fault(item, "\"\(text)\" is not the address of a router", hint)
                continue
            }
            if routers.contains(host) { yaml.fault(item, "\(text) is listed twice", "remove one") }
            routers.append(host)
        }
        return routers
    }

    private mutating func individualAddress(_ node: YAMLNode, _ what: String) -> IndividualAddress? {
        guard let text = yaml.text(node, what) else { return nil }
        do throws(AddressFault) {
            return try IndividualAddress(text)
        } catch {
            yaml.fault(node, error.message, error.hint ?? "write it as 1.1.5")
            return nil
        }
    }
}
