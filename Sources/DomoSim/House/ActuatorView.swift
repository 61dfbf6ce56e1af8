import DomoLanguage
import DomoModel

/// The reported state of one actuator.
struct ActuatorView: Sendable {
    enum Manner: Sendable {
        case truthful
        /// The opposite of the true state.
        case wrong
        /// An unknown word.
        case unknown
    }

    var actuator: Actuator
    /// The time of the state.
    var time: Duration
    var manner = Manner.truthful
}

extension ActuatorView: JSONWritable {
    /// Writes `state` by type, in words for programs, and `values` by type with the targets of movements, for people:
    /// there the value of a louver is its position, 0 down, 100 up.
    func write(to json: inout JSONWriter) {
        let types = actuator.types
        let moving = [
            (FacetType.regulable, actuator.dimmer), (.bidirectional, actuator.louver),
        ].filter { types.contains($0.0) && $0.1.isMoving(at: time) }
        json.object { json in
            json.key("path")
            json.string(actuator.path)
            json.key("name")
            json.string(actuator.name)
            json.key("kind")
            json.string(actuator.kind.word)
            json.key("types")
            json.array(types) { $0.string($1.word) }
            json.key("state")
            json.object { json in
                for type in types {
                    json.key(word: type.word)
                    writeState(type, to: &json)
                }
            }
            json.key("values")
            json.object { json in
                for type in types {
                    json.key(word: type.word)
                    writeValue(type, to: &json)
                }
            }
            json.key("moving")
            json.bool(!moving.isEmpty)
            json.key("target")
            json.object { json in
                for (type, ramp) in moving {
                    json.key(word: type.word)
                    json.number(tenths(ramp.target))
                }
            }
        }
    }

    private func writeState(_ type: FacetType, to json: inout JSONWriter) {
        let isWrong = manner == .wrong
        switch type {
        case _ where manner == .unknown: json.string("unavailable")
        case .binary: json.string(actuator.isOn != isWrong ? "on" : "off")
        case .regulable:
            let level = Int(actuator.dimmer.position(at: time).rounded())
            json.number(isWrong ? 100 - level : level)
        case .bidirectional: json.string(louverWord(isWrong: isWrong))
        case .colour:
            if let colour = actuator.colour {
                json.string(isWrong ? "#010203" : colour.word)
            } else {
                json.null()
            }
        case .value:
            if isWrong {
                json.string((actuator.text ?? "") + "?")
            } else if let text = actuator.text {
                json.string(text)
            } else {
                json.null()
            }
        }
    }

    /// A moving louver has obeyed its order; for one that stands between the ends there is no order word.
    private func louverWord(isWrong: Bool) -> String {
        let louver = actuator.louver
        switch louver.heading(at: time) {
        case .up: return isWrong ? "down" : "up"
        case .down: return isWrong ? "up" : "down"
        case nil:
            if louver.position(at: time) >= 100 { return isWrong ? "down" : "up" }
            if louver.position(at: time) <= 0 { return isWrong ? "up" : "down" }
            return isWrong ? "up" : "between"
        }
    }

    private func writeValue(_ type: FacetType, to json: inout JSONWriter) {
        switch type {
        case .binary: json.string(actuator.isOn ? "on" : "off")
        case .regulable: json.number(tenths(actuator.dimmer.position(at: time)))
        case .bidirectional: json.number(tenths(actuator.louver.position(at: time)))
        case .colour: if let colour = actuator.colour { json.string(colour.word) } else { json.null() }
        case .value: if let text = actuator.text { json.string(text) } else { json.null() }
        }
    }
}

private func tenths(_ position: Double) -> Double { (position * 10).rounded() / 10 }
