import DomoLanguage
import DomoModel

/// A fault that was requested by the user.
struct RequestedFault: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        // Of signals and of state queries.

        /// Answers 500, and does nothing.
        case fail
        /// Answers 429 or 503, with Retry-After, and does nothing.
        case busy
        /// Closes the connection without an answer, and does nothing.
        case dropped
        /// Answers late.
        case slow

        // Of signals.

        /// Obeys, and closes the connection without an answer.
        case lost
        /// Accepts the signal, but nothing moves.
        case stuck

        // Of states.

        /// An invalid answer.
        case garbage
        /// The opposite of the true state.
        case wrong
        /// The state when the fault began.
        case old
        /// An unknown word.
        case unknown
        /// The element is missing from the answer.
        case missing

        var places: Set<Place> {
            switch self {
            case .fail, .busy, .dropped, .slow: [.signals, .states]
            case .lost, .stuck: [.signals]
            case .garbage, .wrong, .old, .unknown, .missing: [.states]
            }
        }

        /// True if it changes the state of single elements and not the answer as a whole.
        var isOfElement: Bool {
            switch self {
            case .wrong, .old, .unknown, .missing: true
            case .fail, .busy, .dropped, .slow, .lost, .stuck, .garbage: false
            }
        }
    }

    enum Place: String, Sendable, CaseIterable {
        case signals, states
    }

    /// Why a text is not a valid fault, and what to write instead.
    struct Mistake: Error, Equatable {
        var message: String
    }

    private static let keys = ["fault", "on", "name", "status", "retry-after", "latency", "count", "for"]

    var kind: Kind
    var places: Set<Place>
    /// The element's name; nil for all. An answer with all elements does not belong to any single one.
    var name: String?
    /// For `busy`.
    var status = 429
    /// For `busy`, in seconds.
    var retryAfter: Int? = 1
    /// For `slow`.
    var latency: Duration = .seconds(1)
    /// The number of requests after which it ends; nil for never.
    var count: Int?
    /// The time after which it ends; nil for never.
    var duration: Duration?

    /// Reads `stuck name=Louver`: the kind, then further arguments.
    init(_ text: String) throws(Mistake) { try self.init(fields: try Self.fields(of: text)) }

    /// Reads pairs with `=`; a first word without `=` is the fault.
    static func fields(of text: String) throws(Mistake) -> [String: String] {
        let words: [String]
        do throws(Words.Unclosed) {
            words = try Words.split(text).map(\.text)
        } catch {
            throw Mistake(message: "unclosed quote in \"\(text)\"")
        }
        var fields: [String: String] = [:]
        for (index, word) in words.enumerated() {
            let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (key, value) =
                index == 0 && pair.count == 1 ? ("fault", word) : (pair[0], pair.count > 1 ? pair[1] : "")
            if fields.updateValue(value, forKey: key) != nil { throw Mistake(message: "duplicate \(key)") }
        }
        return fields
    }

    init(fields: [String: String]) throws(Mistake) {
        if let key = fields.keys.sorted().first(where: { !Self.keys.contains($0) }) {
            throw Mistake(message: "unknown argument \"\(key)\"; use: \(Self.keys.joined(separator: ", "))")
        }
        guard let kind = fields["fault"].flatMap({ Kind(rawValue: $0) }) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Mistake(message: "missing or unknown fault; use one of: \(known)")
        }
        self.kind = kind
        places = kind.places
        if let word = fields["on"], word != "all" {
            guard let place = Place(rawValue: word), kind.places.contains(place) else {
                let offer = kind.places.map(\.rawValue).sorted().joined(separator: ", ")
                throw Mistake(message: "\(kind.rawValue) can't be on=\(word); use: \(offer)")
            }
            places = [place]
        }
        name = fields["name"]
        if let text = fields["status"] {
            guard let number = Int(text), number == 429 || number == 503 else {
                throw Mistake(message: "invalid status \"\(text)\"; use 429 or 503")
            }
            status = number
        }
        if let text = fields["retry-after"] {
            retryAfter = text == "none" ? nil : try Self.number(text, "retry-after", 0...3600)
        }
        if let text = fields["count"] { count = try Self.number(text, "count", 1...1_000_000) }
        if let text = fields["latency"] { latency = try Self.duration(text, "latency") }
        if let text = fields["for"] { duration = try Self.duration(text, "for") }
    }

    static func number(_ text: String, _ key: String, _ range: ClosedRange<Int>) throws(Mistake) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw Mistake(message: "invalid \(key) \"\(text)\"; use a number, \(range.lowerBound)–\(range.upperBound)")
        }
        return number
    }

    static func duration(_ text: String, _ key: String) throws(Mistake) -> Duration {
        guard let duration = DurationText.read(text), duration <= .seconds(3600) else {
            throw Mistake(message: "invalid \(key) \"\(text)\"; use a duration such as 20ms or 1.5s, at most 1h")
        }
        return duration
    }
}
