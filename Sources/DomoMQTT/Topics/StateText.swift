import DomoLanguage
import DomoModel

/// What is published of an element.
struct StateText {
    /// The reading of each facet, in the order of the types.
    let readings: [ReadingView]
    /// What people are shown of a cover.
    let cover: CoverView?
    /// Whether it is published who caused a value, which tells who is at home.
    let showsCause: Bool

    /// `{"binary":{"value":"on","certainty":"confirmed","stale":false,"since":"…"},"cover":{"state":"open",…}}`
    ///
    /// An unknown value is null and has no `since`.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            for view in readings {
                json.key(word: view.type.word)
                json.object { write(view, to: &$0) }
            }
            guard let cover else { return }
            json.key("cover")
            json.object { json in
                json.key("state")
                json.string(cover.state.rawValue)
                json.key("certainty")
                json.string(cover.certainty.rawValue)
            }
        }
        return json.bytes
    }

    private func write(_ view: ReadingView, to json: inout JSONWriter) {
        let reading = view.reading
        json.key("value")
        switch reading.value {
        case nil: json.null()
        case .level(let percent): json.number(percent.value)
        case .number(let number):
            // JSON has no plus sign.
            json.numeral(String(number.description.drop { $0 == "+" }))
        case .some(let value): json.string(value.word)
        }
        json.key("certainty")
        json.string(reading.certainty.rawValue)
        json.key("stale")
        json.bool(reading.isStale)
        if view.isMoving == true {
            json.key("moving")
            json.bool(true)
        }
        guard reading.certainty != .unknown else { return }
        json.key("since")
        json.time(reading.since)
        if showsCause {
            json.key("by")
            json.string(reading.cause.name.isEmpty ? reading.cause.kind.rawValue : reading.cause.name)
        }
    }

    /// The value alone, for simple clients: `on`, `40`, `21.5`, a text, or `unknown`.
    static func plain(_ view: ReadingView) -> String {
        view.reading.value?.word ?? "unknown"
    }

    /// Whether a facet has a link that is reachable.
    static func isAvailable(_ readings: [ReadingView]) -> Bool {
        readings.contains { $0.isReachable != false && $0.isConnected != false }
    }
}
