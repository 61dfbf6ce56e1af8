public import DomoModel

extension Fault: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("code")
            json.string(code.rawValue)
            json.key("message")
            json.string(message)
            json.optional("hint", hint)
            json.optional("stored", stored)
        }
    }
}

extension ReadingView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("type")
            json.string(type.word)
            json.key("value")
            switch reading.value {
            case let value? where type.isNumberInJSON: json.numeral(value.word)
            case let value?: json.string(value.word)
            case nil: json.null()
            }
            json.key("certainty")
            json.string(reading.certainty.rawValue)
            json.key("stale")
            json.bool(reading.isStale)
            guard reading.certainty != .unknown else { return }
            json.key("since")
            json.time(reading.since)
            json.key("by")
            json.string(reading.cause.description)
        }
    }
}

extension ReadingView: Decodable {
    private enum Key: String, CodingKey { case type, value, certainty, stale, since, by }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let word = try container.decode(String.self, forKey: .type)
        guard let type = FacetType(word: word) else {
            throw DecodingError.dataCorruptedError(
                forKey: .type,
                in: container,
                debugDescription: "unknown type \(word)"
            )
        }
        var value: Value?
        if try container.contains(.value) && !container.decodeNil(forKey: .value) {
            let word =
                type.isNumberInJSON
                ? String(try container.decode(Int.self, forKey: .value))
                : try container.decode(String.self, forKey: .value)
            value = type.value(word: word)
            if value == nil {
                throw DecodingError.dataCorruptedError(
                    forKey: .value,
                    in: container,
                    debugDescription: "\"\(word)\" is no \(type.word)"
                )
            }
        }
        self.init(
            type: type,
            reading: Reading(
                value: value,
                certainty: try container.decode(Certainty.self, forKey: .certainty),
                isStale: try container.decode(Bool.self, forKey: .stale),
                since: try container.decodeIfPresent(Timestamp.self, forKey: .since) ?? Timestamp(milliseconds: 0),
                cause: try container.decodeIfPresent(Cause.self, forKey: .by) ?? .house
            )
        )
    }
}

extension Cause: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(written: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = Timestamp(rfc3339: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no RFC 3339 time: \(text)")
        }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rfc3339)
    }
}

extension ElementView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("path")
            json.string(path)
            json.key("name")
            json.string(name)
            json.key("kind")
            json.string(kind)
            json.key("types")
            json.array(types) { $0.string($1) }
            json.key("readings")
            json.array(readings) { $0.value($1) }
            json.optional("unit", unit)
            json.optional("label", label)
        }
    }
}

extension PlaceView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("path")
            json.string(path)
            json.key("name")
            json.string(name)
            json.key("kind")
            json.string(kind)
            json.optional("label", label)
            json.key("elements")
            json.array(elements) { $0.value($1) }
            json.key("sectors")
            json.array(sectors) { $0.value($1) }
            json.key("count")
            json.number(count)
        }
    }
}

extension Listing: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("places")
            json.array(places) { $0.value($1) }
            json.key("elements")
            json.array(elements) { $0.value($1) }
        }
    }
}

extension OrderReceipt: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("id")
            json.number(Int(id))
            json.key("element")
            json.string(element)
            json.optional("type", type)
            json.key("action")
            json.string(action)
            json.key("outcome")
            json.string(outcome.rawValue)
            json.key("attempts")
            json.number(attempts)
            json.key("milliseconds")
            json.number(milliseconds)
            json.optional("stored", stored)
        }
    }
}

extension Explanation: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("signals")
            json.array(signals) { json, signal in
                json.object { json in
                    json.key("element")
                    json.string(signal.element)
                    json.key("action")
                    json.string(signal.action)
                    json.optional("signal", signal.signal)
                    json.optional("problem", signal.problem)
                    json.optional("line", signal.line)
                    json.optional("after", signal.after)
                    json.optional("note", signal.note)
                }
            }
        }
    }
}

extension ServerView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("server")
            json.string(server)
            json.key("reachable")
            if let reachable { json.bool(reachable) } else { json.null() }
            json.optional("lastContact", lastContact)
            json.key("tellsState")
            json.bool(tellsState)
            json.optional("lastReading", lastReading)
            json.optional("readingProblem", readingProblem)
            json.optional("problem", problem)
            json.key("waiting")
            json.number(waiting)
            json.key("inFlight")
            json.number(inFlight)
            json.key("houses")
            json.array(houses) { $0.string($1) }
        }
    }
}

extension StatusView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("version")
            json.string(version)
            json.key("since")
            json.time(since)
            json.key("loaded")
            json.time(loaded)
            json.key("houses")
            json.array(houses) { json, house in
                json.object { json in
                    json.key("name")
                    json.string(house.name)
                    json.key("elements")
                    json.number(house.elements)
                    json.optional("server", house.server)
                }
            }
            json.key("servers")
            json.array(servers) { $0.value($1) }
            json.key("accepted")
            json.number(accepted)
            json.key("failed")
            json.number(failed)
            json.key("confirmed")
            json.number(confirmed)
            json.key("unconfirmed")
            json.number(unconfirmed)
            json.key("warnings")
            json.array(warnings) { $0.string($1) }
            if let places {
                json.key("places")
                json.array(places) { $0.string($1) }
            }
            if let memory {
                json.key("memory")
                json.value(memory)
            }
        }
    }
}

extension ReloadReport: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("houses")
            json.number(houses)
            json.key("elements")
            json.number(elements)
            json.key("scenes")
            json.number(scenes)
            json.key("warnings")
            json.array(warnings) { $0.string($1) }
        }
    }
}
