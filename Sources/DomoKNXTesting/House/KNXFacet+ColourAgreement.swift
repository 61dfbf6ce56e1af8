import DomoKNX
import DomoKNXHouse
import DomoModel

// Colours, from the data on the addresses of their objects, independent of the link under test.

extension KNXFacet {
    /// Whether a telegram is one of those that order a colour.
    func ordersColour(_ wanted: Colour, _ group: GroupAddress, _ payload: Payload) -> Bool {
        guard let object = colour?.objects.first(where: { $0.command == group }), case .octets(let octets) = payload
        else { return false }
        if case .white(let kelvin) = wanted {
            return object.content == .white && octets == [UInt8(kelvin >> 8), UInt8(kelvin & 0xFF)]
        }
        let hsb = wanted.hueSaturationBrightness
        switch object.content {
        case .rgb: return octets == [wanted.components.red, wanted.components.green, wanted.components.blue]
        case .hue: return octets.count == 1 && abs(Double(octets[0]) - hsb.hue * 255 / 360) <= 1
        case .saturation: return octets.count == 1 && abs(Double(octets[0]) - hsb.saturation * 255) <= 1
        case .brightness: return octets.count == 1 && abs(Double(octets[0]) - hsb.brightness * 255) <= 1
        case .rgbw, .xyY, .white: return false
        }
    }

    /// Whether a colour follows from some of the data that its objects sent.
    ///
    /// - Parameter sent: The data by address.
    func follows(_ shown: Colour, from sent: (GroupAddress) -> Set<Payload>) -> Bool {
        guard let objects = colour?.objects else { return false }
        func octets(_ content: KNXColour.Content) -> [[UInt8]] {
            let state = objects.first { $0.content == content }?.state
            return (state.map(sent) ?? []).compactMap { if case .octets(let octets) = $0 { octets } else { nil } }
        }
        if case .white(let kelvin) = shown {
            return octets(.white).contains { Self.isClose(.white(kelvin: Int($0[0]) << 8 | Int($0[1])), shown, kelvin) }
        }
        if octets(.rgb).contains(where: { isClose(.rgb(red: $0[0], green: $0[1], blue: $0[2]), to: shown) }) {
            return true
        }
        let brightnesses = octets(.brightness)
        return octets(.hue).contains { hue in
            octets(.saturation).contains { saturation in
                (brightnesses.isEmpty ? [[255]] : brightnesses).contains { brightness in
                    let share = { (octets: [UInt8]) in Double(octets[0]) / 255 }
                    let colour = Colour(
                        hue: share(hue) * 360,
                        saturation: share(saturation),
                        brightness: share(brightness)
                    )
                    return isClose(colour, to: shown)
                }
            }
        }
    }

    private static func isClose(_ one: Colour, _ other: Colour, _ kelvin: Int) -> Bool {
        guard case .white(let found) = one else { return false }
        return found > 0 && abs(1_000_000 / Double(found) - 1_000_000 / Double(kelvin)) <= 2.1
    }

    /// What is shown may be what was ordered or known before, if it looks the same.
    private func isClose(_ reported: Colour, to shown: Colour) -> Bool {
        let same = colour?.hasBrightness == true ? reported : reported.atFullBrightness
        return same.isClose(to: shown, tolerance: 2 * Colour.tolerance)
    }
}
