import DomoKNX

/// What an address of a lamp with colours carries.
enum ColourPart: Hashable, CaseIterable {
    case rgb, rgbw, xyY, hue, saturation
    /// The temperature of white.
    case white

    /// - Parameter words: the role words of the address: a saturation has the type of a level.
    init?(_ type: TypeNumber, words: Set<RoleWord>) {
        switch (type.main, type.sub) {
        case (232, nil), (232, 600): self = .rgb
        case (251, nil), (251, 600): self = .rgbw
        case (242, nil), (242, 600): self = .xyY
        case (7, 600): self = .white
        case (5, 3): self = .hue
        case (5, nil), (5, 1):
            guard words.contains(.saturation), !words.contains(.control) else { return nil }
            self = .saturation
        default: return nil
        }
    }

    var type: TypeNumber {
        switch self {
        case .rgb: TypeNumber(232, 600)
        case .rgbw: TypeNumber(251, 600)
        case .xyY: TypeNumber(242, 600)
        case .hue: TypeNumber(5, 3)
        case .saturation: TypeNumber(5, 1)
        case .white: TypeNumber(7, 600)
        }
    }

    /// The parts that are a colour by themselves, or with a saturation; the most usual first.
    static let colours: [ColourPart] = [.rgb, .rgbw, .xyY, .hue]
}

extension Role {
    var colour: ColourPart? {
        switch self {
        case .colourCommand(let part), .colourState(let part): part
        case .switchCommand, .switchState, .relative, .levelCommand, .levelState, .slatCommand, .slatState, .move,
            .step, .stop, .moving, .direction, .locked, .sceneCommand, .valueCommand, .valueState:
            nil
        }
    }
}
