import DomoKNX
import DomoModel

// Bindings that are valid, and that a house would seldom want.

extension KNXBindingCheck {
    /// The reads per second that use half of a TP1 line with their answers.
    private static let maxReadsPerSecond = 12.5

    mutating func findTooManyReads() {
        var perSecond = 0.0
        for facet in bindings.facets where !facet.states.isEmpty {
            guard let interval = facet.read.interval(expires: facet.expires) else { continue }
            perSecond += .seconds(1) / interval
            guard perSecond > Self.maxReadsPerSecond else { continue }
            return warn(
                of: facet,
                "up to here \(Int(perSecond.rounded(.up))) states are read per second; a TP1 line with the default rate has "
                    + "room for \(Int(Self.maxReadsPerSecond))",
                "read less often (leer, caduca), or only what does not report by itself"
            )
        }
    }

    /// Garage doors and door openers usually hang on a relay with a pulse function: each telegram starts or stops them.
    mutating func findPulses() {
        for facet in bindings.facets where facet.command != nil && facet.repeats == nil && facet.type.main == 1 {
            guard facet.facet.type == .binary || facet.facet.type == .bidirectional,
                facet.mayRepeat(.bits(1)), !isButton(facet), Self.isGate(facet.facet)
            else { continue }
            warn(
                of: facet,
                "\(facet.facet.shown) may be a door that each telegram starts or stops; an order that the bus does not "
                    + "confirm is sent again",
                "add <d:Pulsador/> (<d:Button/>), or repetir=\"no\" (repeat=\"no\"), if its actuator has a pulse function, else repetir=\"sí\" (\"yes\")"
            )
        }
    }

    /// By its own name: a lamp in the garage is none.
    static func isGate(_ facet: FacetName) -> Bool {
        let name = facet.path.split(separator: "/").last.map(String.init) ?? facet.path
        let words = FoldedName.fold(name).split { !$0.isLetter }.map(String.init)
        return GateNames.isGate(words, isCover: facet.type == .bidirectional)
    }

    private mutating func warn(of facet: KNXFacet, _ message: String, _ hint: String) {
        faults.append(KNXBindingFault(.warning, at: facet.position, message, hint: hint))
    }
}
