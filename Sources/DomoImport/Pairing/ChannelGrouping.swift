import DomoModel

/// Groups the group objects of a device by output.
enum ChannelGrouping {
    /// - Returns: the indices of the objects of each output; an object without a group is alone.
    static func channels(of device: ProjectDevice) -> [[Int]] {
        var order: [String] = []
        var members: [String: [Int]] = [:]
        let texts = Dictionary(grouping: device.objects.indices) { FoldedName.fold(device.objects[$0].text) }
        for (index, object) in device.objects.enumerated() {
            let key = key(of: object, texts: texts, objects: device.objects) ?? "object \(index)"
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(index)
        }
        return order.compactMap { members[$0] }
    }

    private static func key(of object: GroupObject, texts: [String: [Int]], objects: [GroupObject]) -> String? {
        if let channel = object.channel { return "channel \(channel)" }
        for text in [object.text, object.name, object.functionText] {
            if let mark = mark(in: text) { return "mark \(mark)" }
        }
        // Many programs give all objects of an output the same text, and distinguish them by the function.
        let text = FoldedName.fold(object.text)
        let alike = texts[text] ?? []
        let functions = Set(alike.map { FoldedName.fold(objects[$0].functionText) })
        if !text.isEmpty, alike.count > 1, functions.count > 1 { return "text \(text)" }
        // `Lamp on/off`, `Lamp status`: the same except for the role words.
        let base = NameReading(object.text).base
        return base.isEmpty || base == text ? nil : "base \(base)"
    }

    private static let channelWords: Set<String> = [
        "channel", "kanal", "canal", "ausgang", "output", "salida", "sortida", "sortie", "uscita", "voie", "canale",
        "kanaal", "uitgang", "saida", "out", "ch",
    ]

    /// `Channel A, Switch`, `Kanal 3: Status`, `[C1] On/Off`, `A: Switch` → `a`, `3`, `c1`, `a`
    static func mark(in text: String) -> String? {
        let tokens = NameReading.tokens(text)
        for (index, token) in tokens.enumerated() {
            if channelWords.contains(token.folded), index + 1 < tokens.count, tokens[index + 1].folded.count <= 3 {
                return tokens[index + 1].folded
            }
            // `CH-3`, `Kanal3`
            let digits = token.folded.drop { $0.isLetter }
            if !digits.isEmpty, digits.allSatisfy(\.isNumber),
                channelWords.contains(String(token.folded.dropLast(digits.count)))
            {
                return String(digits)
            }
        }
        guard let first = tokens.first, first.folded.count <= 3 else { return nil }
        let before = text[..<first.range.lowerBound]
        let after = text[first.range.upperBound...]
        if before.last == "[", after.first == "]" { return first.folded }
        let isMark =
            first.folded.count <= 2 && (after.hasPrefix(":") || after.hasPrefix(" - ") || after.hasPrefix(" :"))
        return before.isEmpty && isMark ? first.folded : nil
    }
}
