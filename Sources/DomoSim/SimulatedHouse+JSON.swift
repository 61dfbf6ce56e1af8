import DomoLanguage
import DomoModel

extension SimulatedHouse {
    /// - Parameter name: of the elements that are told; nil for all.
    func state(at now: Duration, named name: String? = nil) -> [UInt8] {
        let told = name.map { actuators[$0] } ?? actuators.all
        var json = JSONWriter(capacity: 200 * told.count)
        json.object { json in
            json.key("elements")
            json.array(told) { json, actuator in actuator.write(to: &json, at: now) }
        }
        json.newline()
        return json.bytes
    }

    func signals() -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("signals")
            json.array(records) { json, record in
                json.object { json in
                    json.optional("operation", record.signal.operation)
                    json.optional("name", record.signal.name)
                    json.optional("value", record.signal.value)
                    json.key("status")
                    if let status = record.status { json.number(status) } else { json.null() }
                    json.key("line")
                    json.string(record.line)
                }
            }
        }
        json.newline()
        return json.bytes
    }
}

extension Actuator {
    /// Values by type; targets only of what is on its way. A louver's value is its position, 0 down, 100 up.
    func write(to json: inout JSONWriter, at now: Duration) {
        let moving = [
            (ElementType.regulable, dimmer), (.bidirectional, louver),
        ].filter { types.contains($0.0) && $0.1.isMoving(at: now) }
        json.object { json in
            json.key("path")
            json.string(path)
            json.key("name")
            json.string(name)
            json.key("kind")
            json.string(kind.word)
            json.key("types")
            json.array(types) { $0.string($1.word) }
            json.key("values")
            json.object { json in
                for type in types {
                    switch type {
                    case .binary:
                        json.key("binary")
                        json.string(isOn ? "on" : "off")
                    case .regulable:
                        json.key("regulable")
                        json.number(tenths(dimmer.position(at: now)))
                    case .bidirectional:
                        json.key("bidirectional")
                        json.number(tenths(louver.position(at: now)))
                    case .value:
                        json.key("value")
                        if let text { json.string(text) } else { json.null() }
                    }
                }
            }
            json.key("moving")
            json.bool(!moving.isEmpty)
            json.key("target")
            json.object { json in
                for (type, ramp) in moving {
                    json.key(type == .regulable ? "regulable" : "bidirectional")
                    json.number(tenths(ramp.target))
                }
            }
        }
    }
}

private func tenths(_ position: Double) -> Double { (position * 10).rounded() / 10 }
