import DomoKNX
import DomoModel

/// What an element is for its device: the head, which is the device itself, or one of its parts.
enum Purpose: Hashable, CaseIterable {
    // Heads
    case setPoint, cover, output
    // Parts
    case temperature, mode, heatOrCool, control, fan, humidity
    case slats
    case power, energy

    /// A kind of device.
    enum Device: CaseIterable {
        case thermostat, blind
        /// A switched or dimmed output with a meter.
        case output
    }

    /// The device that it is the head of.
    var head: Device? {
        switch self {
        case .setPoint: .thermostat
        case .cover: .blind
        case .output: .output
        case .temperature, .mode, .heatOrCool, .control, .fan, .humidity, .slats, .power, .energy: nil
        }
    }

    /// The device that it may be a part of.
    var device: Device {
        switch self {
        case .setPoint, .temperature, .mode, .heatOrCool, .control, .fan, .humidity: .thermostat
        case .cover, .slats: .blind
        case .output, .power, .energy: .output
        }
    }

    /// The role of a part with it.
    var role: FacetRole? {
        switch self {
        case .setPoint, .cover, .output: nil
        case .temperature: .temperature
        case .mode, .heatOrCool: .mode
        case .control: .valve
        case .fan: .fan
        case .humidity: .humidity
        case .slats: .slats
        case .power: .power
        case .energy: .energy
        }
    }

    /// The name of a part whose own name is that of its device.
    func partName(isEnglish: Bool) -> String {
        switch self {
        case .setPoint: isEnglish ? "Set-point" : "Consigna"
        case .cover, .output: isEnglish ? "Part" : "Parte"
        case .temperature: isEnglish ? "Temperature" : "Temperatura"
        case .mode: isEnglish ? "Mode" : "Modo"
        case .heatOrCool: isEnglish ? "Heating or cooling" : "Calor o frío"
        case .control: isEnglish ? "Valve" : "Válvula"
        case .fan: isEnglish ? "Fan" : "Ventilador"
        case .humidity: isEnglish ? "Humidity" : "Humedad"
        case .slats: isEnglish ? "Slats" : "Lamas"
        case .power: isEnglish ? "Power" : "Potencia"
        case .energy: isEnglish ? "Energy" : "Energía"
        }
    }
}

extension Purpose {
    /// - Returns: nil if types, functions and names don't show it without doubt.
    init?(of element: ElementDraft, _ facts: ProjectFacts) {
        guard element.virtual == nil, let main = element.ownAddresses.first, let facet = element.facets.first else {
            return nil
        }
        let tokens = facts.tokens(of: main)
        let kinds = element.facets.map(\.kind)
        if kinds.contains(.motion) {
            self = .cover
        } else if kinds == [.value] {
            guard let type = facet.type, let purpose = Self(ofValue: facet, type, main, tokens, facts) else {
                return nil
            }
            self = purpose
        } else if facts.isControl(main) {
            guard kinds.count == 1 else { return nil }
            self = .control
        } else if kinds == [.level], facts.isSlats(main, of: element) {
            self = .slats
        } else if kinds == [.binary], facet.type == TypeNumber(1, 100) {
            self = .heatOrCool
        } else if !tokens.isDisjoint(with: DeviceWords.fan), kinds == [.binary] || kinds == [.level] {
            self = .fan
        } else if facts.isOutput(element) {
            self = .output
        } else {
            return nil
        }
    }

    private init?(
        ofValue facet: FacetDraft,
        _ type: TypeNumber,
        _ main: GroupAddress,
        _ tokens: Set<String>,
        _ facts: ProjectFacts
    ) {
        let isMeasured = facet.command == nil && !facet.states.isEmpty
        /// Whether the type is known, or the name confirms what is guessed.
        func isSure(_ words: Set<String>) -> Bool { facts.hasExactType(main) || !tokens.isDisjoint(with: words) }
        let isElsewhere = DeviceWords.starts(DeviceWords.otherTemperatures, in: tokens)
        switch (type.main, type.sub) {
        case (9, 1) where facts.isSetPoint(main):
            // A central address sets several rooms.
            guard !DeviceWords.starts(DeviceWords.otherSetPoints, in: tokens), !facts.pairing.centrals.contains(main)
            else { return nil }
            self = .setPoint
        case (9, 1) where isMeasured && !isElsewhere && isSure(DeviceWords.temperature): self = .temperature
        case (9, 7) where isMeasured && !isElsewhere && isSure(DeviceWords.humidity): self = .humidity
        case (20, 102) where isSure(DeviceWords.mode), (20, 105) where isSure(DeviceWords.mode): self = .mode
        case (5, 1) where facts.isControl(main): self = .control
        case (14, 56) where isMeasured && isSure(DeviceWords.power),
            (9, 24) where isMeasured && isSure(DeviceWords.power):
            self = .power
        case (13, 10) where isMeasured && isSure(DeviceWords.energy),
            (13, 13) where isMeasured && isSure(DeviceWords.energy):
            self = .energy
        default: return nil
        }
    }
}
