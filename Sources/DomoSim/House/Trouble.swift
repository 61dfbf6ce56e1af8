import DomoLanguage

/// One thing that goes wrong, as long as somebody wants it to.
struct Trouble: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        // Of signals and of questions for states.

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
        /// Accepts, and nothing moves.
        case stuck

        // Of states.

        /// An answer that is none.
        case garbage
        /// The opposite of what is.
        case wrong
        /// What was when the trouble began.
        case old
        /// A word that nobody knows.
        case unknown
        /// Nothing is said of the element.
        case missing

        var places: Set<Place> {
            switch self {
            case .fail, .busy, .dropped, .slow: [.signals, .states]
            case .lost, .stuck: [.signals]
            case .garbage, .wrong, .old, .unknown, .missing: [.states]
            }
        }

        /// True where it changes what is said of an element, and not the answer as a whole.
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

    /// Why a text names no trouble, and what to write instead.
    struct Mistake: Error, Equatable {
        var message: String
    }

    private static let keys = ["fault", "on", "name", "status", "retry-after", "latency", "count", "for"]

    var kind: Kind
    var places: Set<Place>
    /// The element's name; nil for all. An answer that tells of all elements is no element's own.
    var name: String?
    /// Of `busy`.
    var status = 429
    /// Of `busy`, in seconds.
    var retryAfter: Int? = 1
    /// Of `slow`.
    var latency: Duration = .seconds(1)
    /// After so many requests it is over; nil for never.
    var count: Int?
    /// After that long it is over; nil for never.
    var duration: Duration?

    /// `stuck name=Louver`: the kind, and what else is to be said of it.
    init(_ text: String) throws(Mistake) { try self.init(fields: try Self.fields(of: text)) }

    /// Pairs with `=`; a first word without one is the fault.
    static func fields(of text: String) throws(Mistake) -> [String: String] {
        let words: [String]
        do throws(Words.Unclosed) {
            words = try Words.split(text).map(\.text)
        } catch {
            throw Mistake(message: "\"\(text)\" has a quote that is not closed")
        }
        var fields: [String: String] = [:]
        for (index, word) in words.enumerated() {
            let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (key, value) =
                index == 0 && pair.count == 1 ? ("fault", word) : (pair[0], pair.count > 1 ? pair[1] : "")
            if fields.updateValue(value, forKey: key) != nil { throw Mistake(message: "\(key) is said twice") }
        }
        return fields
    }

    init(fields: [String: String]) throws(Mistake) {
        if let key = fields.keys.sorted().first(where: { !Self.keys.contains($0) }) {
            throw Mistake(message: "\"\(key)\" says nothing; there are: \(Self.keys.joined(separator: ", "))")
        }
        guard let kind = fields["fault"].flatMap({ Kind(rawValue: $0) }) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Mistake(message: "fault is one of: \(known)")
        }
        self.kind = kind
        places = kind.places
        if let word = fields["on"], word != "all" {
            guard let place = Place(rawValue: word), kind.places.contains(place) else {
                let offer = kind.places.map(\.rawValue).sorted().joined(separator: ", ")
                throw Mistake(message: "\(kind.rawValue) is on: \(offer)")
            }
            places = [place]
        }
        name = fields["name"]
        if let text = fields["status"] {
            guard let number = Int(text), number == 429 || number == 503 else {
                throw Mistake(message: "status is 429 or 503")
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
            throw Mistake(message: "\(key) is a number, \(range.lowerBound)–\(range.upperBound)")
        }
        return number
    }

    static func duration(_ text: String, _ key: String) throws(Mistake) -> Duration {
        guard let duration = DurationText.read(text), duration <= .seconds(3600) else {
            throw Mistake(message: "\(key) is a duration; 20ms, 1.5s, at most 1h")
        }
        return duration
    }
}
