/// A text for people with the values of elements: `Puerta abierta, {Salon/Temperatura} fuera`. A brace is written twice.
public struct MessageText: Equatable, Sendable {
    public enum Part: Equatable, Sendable {
        case text(String)
        /// The value of an element, with its unit.
        case element(Script.Name)
        /// A value that the scene takes: `{$level}`.
        case parameter(String)
    }

    /// The maximum length as it is written, in Unicode scalars.
    public static let maxLength = 2000

    public var parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// - Parameter position: that of the text, for mistakes.
    init(_ written: String, at position: Script.Position) throws(Fault) {
        parts = []
        guard written.unicodeScalars.count <= Self.maxLength else {
            throw Fault(.badRequest, "the text has more than \(Self.maxLength) characters")
        }
        var text = ""
        var rest = written[...]
        func fault(_ message: String) -> Fault {
            Fault(.badRequest, message, hint: "write {ELEMENT} for its value, and a brace twice: {{ or }}")
        }
        while let character = rest.popFirst() {
            guard character == "{" || character == "}" else {
                text.append(character)
                continue
            }
            if rest.first == character {
                rest.removeFirst()
                text.append(character)
                continue
            }
            guard character == "{" else { throw fault("unexpected \"}\" in the text") }
            guard let end = rest.firstIndex(of: "}") else { throw fault("\"{\" is not closed in the text") }
            let name = String(rest[..<end])
            guard !name.isEmpty, !name.contains("{") else { throw fault("expected the name of an element after \"{\"") }
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
            parts.append(ParameterText.operand(name).map(Part.parameter) ?? .element(Script.Name(name, at: position)))
            rest = rest[rest.index(after: end)...]
        }
        if !text.isEmpty { parts.append(.text(text)) }
    }

    /// The elements whose values it has.
    public var elements: [Script.Name] {
        parts.compactMap { part in
            if case .element(let name) = part { name } else { nil }
        }
    }

    /// The values that it takes.
    var parameters: [String] {
        parts.compactMap { part in
            if case .parameter(let name) = part { name } else { nil }
        }
    }

    /// The same with values put in: they are text, whatever they are.
    func filled(with texts: [String: String]) -> MessageText {
        MessageText(
            parts.map { part in
                guard case .parameter(let name) = part, let text = texts[name] else { return part }
                return .text(text)
            }
        )
    }

    /// As it is written.
    public var text: String {
        parts.map { part in
            switch part {
            case .text(let text):
                text.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : String($0) }.joined()
            case .element(let name): "{\(name.text)}"
            case .parameter(let name): "{$\(name)}"
            }
        }.joined()
    }

    /// The same with other names.
    func naming(_ name: (Script.Name) -> String) -> MessageText {
        MessageText(
            parts.map { part in
                switch part {
                case .text, .parameter: part
                case .element(let element): .element(Script.Name(name(element), at: element.position))
                }
            }
        )
    }
}
