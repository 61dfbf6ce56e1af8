// The values that a script takes, and the places where they are put in: as the whole value of an order, and in texts.

extension Script {
    /// The maximum number of values that a scene takes.
    public static let maxParameters = 16

    /// The script with values put in.
    ///
    /// - Parameter scene: the name of the scene.
    /// - Throws: if a value is missing, unknown, or not of its type.
    public func filled(with values: [SceneValue], of scene: String) throws(Fault) -> Script {
        guard !parameters.isEmpty || !values.isEmpty else { return self }
        var texts: [String: String] = [:]
        for value in values {
            guard let parameter = parameters.first(where: { $0.name == value.name }) else {
                throw Fault(
                    .badRequest,
                    "the scene \(scene) takes no value \"\(value.name.prefix(80))\"",
                    hint: parameters.isEmpty ? nil : "it takes: \(parameters.map(\.name).joined(separator: ", "))"
                )
            }
            texts[value.name] = try parameter.read(value.text)
        }
        for parameter in parameters { texts[parameter.name] = texts[parameter.name] ?? parameter.standard }
        let missing = parameters.filter { texts[$0.name] == nil }
        guard missing.isEmpty else {
            let names = missing.map { "\($0.name) (\($0.values))" }.joined(separator: ", ")
            let example = missing.map { " \($0.name)=…" }.joined()
            throw Fault(
                .badRequest,
                "the scene \(scene) needs values: \(names)",
                hint: "use: domo scene \(Words.quoted(scene))\(example)"
            )
        }
        var script = self
        script.steps = steps.map { $0.filled(with: texts) }
        return script
    }
}

extension Script.Step {
    /// The values named in the step itself, without its blocks.
    public var parameters: [String] {
        switch kind {
        case .order(let order, _):
            if case .value(let text, as: _) = order.wish { ParameterText.operand(text).map { [$0] } ?? [] } else { [] }
        case .group(let group, _): ParameterText.operand(group.value).map { [$0] } ?? []
        case .log(let text): ParameterText.names(in: text)
        case .notify(let notice): notice.text.parameters
        case .resolved(let resolution): resolution.text?.parameters ?? []
        case .call(let call): call.text?.parameters ?? []
        case .ramp, .wait, .waitUntil, .condition, .parallel, .scene, .stopScene: []
        }
    }

    /// The step with values put in, also in its blocks.
    ///
    /// - Parameter texts: by name, each checked.
    public func filled(with texts: [String: String]) -> Script.Step {
        Script.Step(kind.filled(with: texts), at: position)
    }
}

extension Script.Kind {
    fileprivate func filled(with texts: [String: String]) -> Self {
        switch self {
        case .order(var order, let place):
            guard case .value(let text, as: let type) = order.wish else { return self }
            order.wish = .value(ParameterText.operand(text).flatMap { texts[$0] } ?? text, as: type)
            return .order(order, place)
        case .group(var group, let place):
            group.value = ParameterText.operand(group.value).flatMap { texts[$0] } ?? group.value
            return .group(group, place)
        case .condition(let condition, let then, let otherwise):
            return .condition(
                condition,
                then: then.map { $0.filled(with: texts) },
                otherwise: otherwise.map { $0.filled(with: texts) }
            )
        case .parallel(let steps): return .parallel(steps.map { $0.filled(with: texts) })
        case .log(let text): return .log(ParameterText.filled(text, with: texts))
        case .notify(var notice):
            notice.text = notice.text.filled(with: texts)
            return .notify(notice)
        case .resolved(var resolution):
            resolution.text = resolution.text?.filled(with: texts)
            return .resolved(resolution)
        case .call(var call):
            call.text = call.text?.filled(with: texts)
            return .call(call)
        case .ramp, .wait, .waitUntil, .scene, .stopScene: return self
        }
    }
}

/// How values are named in the text of a scene: `$level` as a whole operand, `{$level}` in a text.
enum ParameterText {
    /// The name in an operand; nil for any other operand.
    static func operand(_ text: String) -> String? {
        guard text.hasPrefix("$"), SceneParameter.isName(text.dropFirst()) else { return nil }
        return String(text.dropFirst())
    }

    static func names(in text: String) -> [String] {
        pieces(of: text).compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// The text with values put in. Braces in them become parentheses: a value must not name an element in its turn.
    static func filled(_ text: String, with texts: [String: String]) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        return pieces(of: text).map { piece -> String in
            switch piece {
            case .plain(let text): return text
            case .name(let name):
                guard let value = texts[name] else { return "{$\(name)}" }
                return value.split(separator: "{", omittingEmptySubsequences: false).joined(separator: "(")
                    .split(separator: "}", omittingEmptySubsequences: false).joined(separator: ")")
            }
        }.joined()
    }

    private enum Piece {
        case plain(String)
        case name(String)
    }

    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "{") {
            let after = rest[rest.index(after: start)...]
            guard after.first == "$", let end = after.firstIndex(of: "}"),
                SceneParameter.isName(after[..<end].dropFirst())
            else {
                pieces.append(.plain(String(rest[...start])))
                rest = after
                continue
            }
            pieces.append(.plain(String(rest[..<start])))
            pieces.append(.name(String(after[..<end].dropFirst())))
            rest = after[after.index(after: end)...]
        }
        return pieces + [.plain(String(rest))]
    }
}
