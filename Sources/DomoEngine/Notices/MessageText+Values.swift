import DomoLanguage
import DomoModel

extension MessageText {
    /// The maximum length of a text with its values, in characters.
    private static let maxFilled = 4000

    /// The text with the values of its elements, with their units.
    func filled(in world: borrowing some SceneWorld) throws(Fault) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let fixed): text += fixed
            case .parameter(let name): text += "{$\(name)}"
            case .element(let name): text += Self.value(of: try world.element(named: name.text), in: world)
            }
        }
        return String(text.prefix(Self.maxFilled))
    }

    private static func value(of id: ElementID, in world: borrowing some SceneWorld) -> String {
        let element = world[id]
        if let cover = world.cover(id) { return cover.state.rawValue }
        guard let type = element.types.first, let reading = world.reading(id, type), let value = reading.value else {
            return "unknown"
        }
        let unit: String
        switch type {
        case .regulable: unit = " %"
        case .value: unit = element.details?.unit.map { " \($0)" } ?? ""
        case .binary, .bidirectional, .colour: unit = ""
        }
        return value.word + unit + (reading.isStale ? " (stale)" : "")
    }
}
