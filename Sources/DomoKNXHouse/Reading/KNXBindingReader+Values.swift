import DomoKNX
import DomoLanguage
import DomoModel

/// The values of attributes. An invalid value is reported and then treated as missing.
extension KNXBindingReader {
    mutating func refuse(_ attribute: KNXAttribute, of node: KNXNode, _ hint: String) {
        let value = KNXText.shown(node.values[attribute] ?? "")
        fail(node, "\(node.word(attribute)) of \(node.shown) is \"\(value)\"", hint)
    }

    mutating func group(_ attribute: KNXAttribute, of node: KNXNode) -> GroupAddress? {
        guard let text = node.values[attribute] else { return nil }
        return group(text, attribute, of: node)
    }

    private mutating func group(_ text: String, _ attribute: KNXAttribute, of node: KNXNode) -> GroupAddress? {
        do throws(KNXLookup.Fault) {
            return try KNXLookup.group(text)
        } catch {
            fail(node, "\(node.word(attribute)) of \(node.shown): \(error.message)", error.hint)
            return nil
        }
    }

    /// Group addresses separated by spaces or commas, without duplicates.
    mutating func groups(_ attribute: KNXAttribute, of node: KNXNode) -> [GroupAddress] {
        guard let text = node.values[attribute] else { return [] }
        let texts = text.split { $0 == " " || $0 == "," }
        if texts.isEmpty { refuse(attribute, of: node, "write a group address, or several separated by spaces") }
        var groups: [GroupAddress] = []
        for text in texts {
            guard let group = group(String(text), attribute, of: node) else { continue }
            if groups.contains(group) {
                fail(node, "\(node.word(attribute)) of \(node.shown) has \(text) twice", "write each address once")
            } else {
                groups.append(group)
            }
        }
        return groups
    }

    mutating func type(of node: KNXNode) -> DatapointType? {
        guard let text = node.values[.dpt] else { return nil }
        do throws(KNXLookup.Fault) {
            return try KNXLookup.type(text)
        } catch {
            fail(node, "dpt of \(node.shown): \(error.message)", error.hint)
            return nil
        }
    }

    mutating func duration(
        _ attribute: KNXAttribute,
        of node: KNXNode,
        in range: ClosedRange<Duration>
    ) -> Duration? {
        guard let text = node.values[attribute] else { return nil }
        guard let duration = DurationText.read(text) else {
            let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            let shown = isNumber && text.count <= 9 ? "add a unit: \(text)s, \(text)m or \(text)h" : nil
            refuse(attribute, of: node, shown ?? "write a duration with a unit, as in 500ms, 40s, 10m or 1h")
            return nil
        }
        guard range.contains(duration) else {
            let limits = [range.lowerBound, range.upperBound].map(DurationText.write).joined(separator: "–")
            refuse(attribute, of: node, "expected \(limits)")
            return nil
        }
        return duration
    }

    mutating func flag(_ attribute: KNXAttribute, of node: KNXNode, default value: Bool) -> Bool {
        guard let text = node.values[attribute] else { return value }
        switch FoldedName.fold(text) {
        case "si", "yes", "true": return true
        case "no", "false": return false
        default:
            refuse(attribute, of: node, "write \(node.language.pick("sí or no", "yes or no"))")
            return value
        }
    }

    mutating func integer(
        _ attribute: KNXAttribute,
        of node: KNXNode,
        in range: ClosedRange<Int64>? = nil
    ) -> Int64? {
        guard let text = node.values[attribute] else { return nil }
        if text.first != "+", let number = Int64(text), range?.contains(number) ?? true { return number }
        refuse(
            attribute,
            of: node,
            range.map { "expected \($0.lowerBound)–\($0.upperBound)" } ?? "expected a whole number"
        )
        return nil
    }

    /// A name on one line.
    mutating func name(_ attribute: KNXAttribute, of node: KNXNode) -> String? {
        guard let text = node.values[attribute] else { return nil }
        let scalars = text.unicodeScalars
        if (1...200).contains(scalars.count), scalars.allSatisfy({ $0.properties.generalCategory != .control }) {
            return text
        }
        refuse(attribute, of: node, "expected 1–200 characters on one line")
        return nil
    }

    /// Reports the attribute if the node does not have it.
    ///
    /// - Returns: Whether the node has the attribute.
    mutating func require(_ attribute: KNXAttribute, of node: KNXNode, _ hint: String) -> Bool {
        if node.has(attribute) { return true }
        fail(node, "\(node.shown) has no \(node.word(attribute))", hint)
        return false
    }
}
