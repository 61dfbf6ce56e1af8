import DomoKNX
import DomoModel

/// A set-point that is ordered as a difference: `base` or `consigna`, and `incremento`.
extension KNXBindingReader {
    private static let increments: ClosedRange<Double> = 0.01...10

    /// Nil for a value that is ordered as it is.
    mutating func shift(of node: KNXNode, _ type: DatapointType?) -> KNXShift? {
        let (base, setPoint) = (group(.base, of: node), group(.setPoint, of: node))
        let increment = increment(of: node)
        guard node.has(.base) || node.has(.setPoint) else {
            if node.has(.increment) {
                fail(
                    node,
                    "\(node.shown) has \(node.word(.increment)), but neither base nor \(node.word(.setPoint))",
                    "add the address of the base set-point (base) or of the present set-point (\(node.word(.setPoint)))"
                )
            }
            return nil
        }
        checkShift(node, type)
        guard let reference = setPoint.map(KNXShift.Reference.setPoint) ?? base.map(KNXShift.Reference.base) else {
            return nil
        }
        return KNXShift(reference, increment: increment)
    }

    private mutating func increment(of node: KNXNode) -> Decimal? {
        guard let text = node.values[.increment] else { return nil }
        if let increment = Decimal(text), Self.increments.contains(increment.double) { return increment }
        refuse(.increment, of: node, "write the K of one count, 0.01–10, as in 0.5")
        return nil
    }

    private mutating func checkShift(_ node: KNXNode, _ type: DatapointType?) {
        let (setPoint, increment) = (node.word(.setPoint), node.word(.increment))
        if node.has(.base), node.has(.setPoint) {
            fail(
                node,
                "\(node.shown) has base and \(setPoint)",
                "keep \(setPoint) if the device reports the set-point to which it regulates, else base"
            )
        }
        if let type, (type.main, type.sub) != (6, 10), (type.main, type.sub) != (9, 2) {
            refuse(type, of: node, "a shift of a set-point is 6.010 or 9.002; a set-point of type 9.001 needs no base")
        }
        if type?.main == 6, !node.has(.increment) {
            fail(
                node,
                "\(node.shown) has no \(increment)",
                "write the K of one count as it is set in ETS, as in \(increment)=\"0.5\""
            )
        }
        if type?.main == 9, node.has(.increment) {
            fail(node, "\(node.shown) has \(increment), but 9.002 is in K", "remove \(increment)")
        }
        guard let states = node.values[.state] else {
            return fail(
                node,
                "\(node.shown) has no \(node.word(.state))",
                "add the address on which the device reports its shift"
            )
        }
        if states.split(whereSeparator: { $0 == " " || $0 == "," }).count > 1 {
            refuse(.state, of: node, "write the one address on which the device reports its shift")
        }
    }

    /// A temperature on a further address would be taken for a difference.
    mutating func checkListens(_ listens: [KNXListen], of node: KNXNode, _ type: DatapointType?) {
        guard let type, let other = listens.first(where: { $0.type != type }) else { return }
        fail(
            node,
            "\(node.shown) is ordered as a difference (\(type)), but \(other.group) has \(other.type)",
            "an address that orders a shift has the same dpt"
        )
    }
}
