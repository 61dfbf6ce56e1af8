import DomoEngine
import DomoModel

extension ServerSettings {
    /// Everything that is sent for an element, including secrets: elements with equal bindings are the same device.
    ///
    /// - Returns: nil if nothing can be sent or read for it.
    func binding(of target: Target) -> Binding? {
        var binding = Binding(signals: [])
        var request = RenderedRequest()
        for type in target.types {
            for value in type.valuesOfEachOrder {
                do throws(SignalFault) {
                    try render(value, of: target, into: &request)
                    binding.signals.append(request.wholeText)
                } catch {
                    // An order for it is refused.
                    continue
                }
            }
        }
        let readable = readable(target)
        guard !readable.isEmpty else { return binding.signals.isEmpty ? nil : binding }
        do throws(SignalFault) {
            let addressing = try addressing(for: target)
            // One answer has the states of several kinds of elements: what is read from it distinguishes them.
            binding.queries = addressing.wording.readingText(of: readable)
            if let kind = addressing.kind { binding.queries.append("kind \(kind)") }
            if addressing.wording.one != nil {
                let query = Query(id: .init(0), endpoint: "", targets: [target], isForAll: false, timeout: .zero)
                try render(query, into: &request)
                binding.queries.append(request.wholeText)
            } else if let name = nameInAll(of: target) {
                binding.queries.append(name)
            }
        } catch {
            // It is never read.
            return binding.signals.isEmpty ? nil : binding
        }
        return binding
    }
}

extension Wording {
    /// What is read for each type, for comparisons.
    fileprivate func readingText(of types: FacetTypes) -> [String] {
        var texts = [
            "item \(one?.item.map(String.init(describing:)) ?? "")",
            "word \(one?.source?.text ?? "") unknown \(unknown.sorted())",
        ]
        for type in types { if let rule = self.types[type] { texts.append("\(type.word) \(rule.text)") } }
        if let movement, types.contains(.bidirectional) {
            texts.append("moving \(movement.source?.text ?? "") \(movement.meanings)")
        }
        return texts
    }
}

extension TypeRule {
    fileprivate var text: String {
        [
            sources.map { $0?.text ?? "" }.joined(separator: "; "),
            meanings.map { "\($0.action.word)=\($0.words.map(\.text))" }.joined(separator: " "),
            scale.map { "\($0.first)-\($0.last)" } ?? "", missing ?? "", "\(unknown.sorted())", "\(units.sorted())",
            colour.map { "\($0.form) \($0.whiteForm) \($0.whiteModes.sorted())" } ?? "", "\(isBrightnessOfHSB)",
            zero.map { "\($0.words.map(\.text))" } ?? "",
        ].joined(separator: " | ")
    }
}

extension StateSource {
    fileprivate var text: String {
        switch self {
        case .json(let path): "json \(path)"
        case .xpath(let expression): "xpath \(expression)"
        case .regex(let pattern): "regex \(pattern.text)"
        case .whole: "whole"
        }
    }
}

extension FacetType {
    /// A value for each order that a dialect can have.
    fileprivate var valuesOfEachOrder: [Value] {
        switch self {
        case .colour: [.colour(.rgb(red: 255, green: 128, blue: 0)), .colour(.white(kelvin: 3000))]
        case .binary, .bidirectional: namedValues
        case .regulable, .value: [value(number: 37)].compactMap { $0 }
        }
    }
}

extension RenderedRequest {
    /// The whole request, for comparisons.
    fileprivate var wholeText: String {
        let lines = ["\(method.rawValue) \(String(decoding: url, as: UTF8.self))"] + headers.map(\.line)
        return (lines + [String(decoding: body, as: UTF8.self)]).joined(separator: "\n")
    }
}
