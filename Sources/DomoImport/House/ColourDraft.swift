import DomoKNX

/// What light a lamp with white has. Nothing in a project shows the temperatures that it can have.
enum LightDraft: Equatable {
    case white
    case colourAndWhite

    /// The assumed temperatures, in K, for the user to correct.
    static let assumed = 2700...6500
}

/// The facet for the colour of a lamp.
struct ColourDraft {
    private(set) var facet: FacetDraft?
    /// Nil if it has no white of its own.
    private(set) var light: LightDraft?
    /// Why addresses are not part of it.
    private(set) var reasons: [GroupAddress: String] = [:]

    init(_ bundle: Bundle, text: (GroupAddress) -> String) {
        func has(_ part: ColourPart) -> Bool { bundle.has(.colourCommand(part)) || bundle.has(.colourState(part)) }
        leaveOutLonely(bundle)
        let colours = ColourPart.colours.filter { has($0) && ($0 != .hue || Self.isHueComplete(bundle)) }
        // A lamp that takes several types of colours shows the same on all.
        let best =
            colours.first { bundle.has(.colourCommand($0)) && bundle.has(.colourState($0)) }
            ?? colours.first { bundle.has(.colourCommand($0)) } ?? colours.first
        guard let main = best ?? (has(.white) ? .white : nil) else { return }
        var facet = FacetDraft(.colour)
        facet.type = main.type
        facet.command = bundle.first(.colourCommand(main))
        facet.states = Array(bundle.all(.colourState(main)).prefix(1))
        if main == .hue {
            var saturation = Self.object(.saturation, of: bundle)
            // A hue means nothing without the saturation.
            if facet.states.isEmpty || saturation.state == nil {
                facet.states = []
                saturation.state = nil
            }
            facet.objects.append(saturation)
        }
        if has(.white) {
            if main != .white { facet.objects.append(Self.object(.white, of: bundle)) }
            light = main == .white ? .white : .colourAndWhite
        }
        self.facet = facet
        let used = Set(facet.addresses)
        for member in bundle.members where member.role.colour != nil && !used.contains(member.address) {
            guard reasons[member.address] == nil, let first = facet.addresses.first else { continue }
            reasons[member.address] =
                "the colour of its lamp is on \(text(first)) already, or it is the status of only one of hue and saturation"
        }
    }

    private static func object(_ part: ColourPart, of bundle: Bundle) -> FacetDraft.ColourObject {
        FacetDraft.ColourObject(
            part: part,
            command: bundle.first(.colourCommand(part)),
            state: bundle.first(.colourState(part))
        )
    }

    /// Whether hue and saturation can be ordered together or, if neither can, read together.
    private static func isHueComplete(_ bundle: Bundle) -> Bool {
        let commands = [ColourPart.hue, .saturation].filter { bundle.has(.colourCommand($0)) }
        if commands.count == 2 { return true }
        return commands.isEmpty && bundle.has(.colourState(.hue)) && bundle.has(.colourState(.saturation))
    }

    private mutating func leaveOutLonely(_ bundle: Bundle) {
        guard !Self.isHueComplete(bundle) else { return }
        for member in bundle.members {
            switch member.role.colour {
            case .hue: reasons[member.address] = "a hue (5.003) without the saturation (5.001) of the same lamp"
            case .saturation: reasons[member.address] = "a saturation (5.001) without the hue (5.003) of the same lamp"
            case .rgb, .rgbw, .xyY, .white, nil: break
            }
        }
    }
}
