import DomoKNX
import DomoKNXHouse
import DomoModel

/// Creates the devices for the bindings of a house: one device for facets that belong together. A level below a cover is
/// that of its slats, which its motor turns.
enum DeviceFactory {
    static func devices(for facets: [KNXFacet], _ settings: BusSettings) -> [any SimulatedDevice] {
        var paths: [String] = []
        var byPath: [String: [KNXFacet]] = [:]
        for facet in facets {
            if byPath[facet.facet.path] == nil { paths.append(facet.facet.path) }
            byPath[facet.facet.path, default: []].append(facet)
        }
        var slats: [String: KNXFacet] = [:]
        for path in paths {
            guard let device = parent(of: path),
                byPath[device]?.contains(where: { $0.facet.type == .bidirectional }) == true,
                let level = byPath[path]?.first(where: { $0.facet.type == .regulable }), slats[device] == nil
            else { continue }
            slats[device] = level
            byPath[path]?.removeAll { $0.facet.type == .regulable }
        }
        return paths.flatMap { devices(ofElement: byPath[$0] ?? [], slats: slats[$0], settings) }
    }

    private static func parent(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func devices(
        ofElement facets: [KNXFacet],
        slats: KNXFacet?,
        _ settings: BusSettings
    ) -> [any SimulatedDevice] {
        let cover = facets.first { $0.facet.type == .bidirectional }
        let level = facets.first { $0.facet.type == .regulable }
        let binary = facets.first { $0.facet.type == .binary }
        if let facet = facets.first(where: { $0.facet.type == .colour }), let colour = facet.colour {
            let others = facets.filter { $0.facet.type != .colour }
            let lamp: (any SimulatedDevice)? =
                if let level {
                    DimmerActuator(level: level, binary: binary, settings)
                } else if let binary {
                    SwitchActuator(binary, settings)
                } else {
                    nil
                }
            let rest = others.filter { $0.facet.type != .binary && $0.facet.type != .regulable }
            return [ColourActuator(facet, colour, lamp: lamp, settings)]
                + Self.devices(ofElement: rest, slats: slats, settings)
        }
        var devices: [any SimulatedDevice] = []
        if let cover {
            devices.append(CoverActuator(motion: cover, level: level, slats: slats, settings))
            if let binary { devices.append(SwitchActuator(binary, settings)) }
        } else if let level {
            devices.append(DimmerActuator(level: level, binary: binary, settings))
        } else if let binary {
            devices.append(SwitchActuator(binary, settings))
        }
        for facet in facets where facet.facet.type == .value {
            if let shift = facet.shift {
                devices.append(ThermostatDevice(facet, shift, settings))
            } else {
                devices.append(ValueDevice(facet, settings))
            }
        }
        return devices
    }

    /// The address of a device by its number: from 1.1.1 on, 190 per line; higher ones are for interfaces and wall
    /// switches.
    static func address(ofDevice number: Int) -> IndividualAddress {
        let line = number / 190
        return IndividualAddress(raw: 0x1101 + UInt16(truncatingIfNeeded: line) << 8 + UInt16(number % 190))
    }
}
