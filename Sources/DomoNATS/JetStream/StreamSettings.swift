import DomoLanguage

/// A stream that keeps messages until a consumer has acknowledged them: WorkQueue, in files, refusing new messages when
/// it is full. None that was acknowledged is dropped.
public struct StreamSettings: Equatable, Sendable {
    /// Letters, digits, `-` and `_`.
    public var name: String
    public var subjects: [String]
    /// 1, 3 or 5 copies.
    public var replicas: Int
    /// In octets.
    public var maxBytes: Int
    /// Of a message, in octets.
    public var maxMessage: Int
    /// How many messages of one subject may wait: more are refused, so that one sender can't fill the stream. Nil for no
    /// limit.
    public var maxPerSubject: Int?

    public init(
        name: String,
        subjects: [String],
        replicas: Int,
        maxBytes: Int,
        maxMessage: Int,
        maxPerSubject: Int? = nil
    ) {
        (self.name, self.subjects, self.replicas) = (name, subjects, replicas)
        (self.maxBytes, self.maxMessage, self.maxPerSubject) = (maxBytes, maxMessage, maxPerSubject)
    }

    var problem: String? {
        if let problem = StreamSettings.problem(inName: name) { return problem }
        guard (1...256).contains(subjects.count) else { return "a stream has 1 to 256 subjects" }
        for subject in subjects { if let problem = NATSSubject.problem(inPattern: subject) { return problem } }
        guard [1, 3, 5].contains(replicas) else { return "a stream has 1, 3 or 5 copies, not \(replicas)" }
        guard maxBytes > 0, (1...(64 << 20)).contains(maxMessage), maxPerSubject ?? 1 > 0 else {
            return "invalid limits of a stream"
        }
        return nil
    }

    /// Names of streams and consumers are tokens of subjects.
    static func problem(inName name: String) -> String? {
        let isName =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { character in
                switch character {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        return isName ? nil : "invalid name \(name.prefix(100).debugDescription); use 1 to 64 letters, digits, - and _"
    }

    /// The configuration for `STREAM.CREATE` and `STREAM.UPDATE`. Servers refuse fields that they don't know.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("name")
            json.string(name)
            json.key("subjects")
            json.array(subjects) { $0.string($1) }
            json.key("retention")
            json.string("workqueue")
            json.key("discard")
            json.string("new")
            json.key("storage")
            json.string("file")
            json.key("num_replicas")
            json.number(replicas)
            json.key("max_bytes")
            json.number(maxBytes)
            json.key("max_msg_size")
            json.number(maxMessage)
            for (key, limit) in [("max_consumers", nil), ("max_msgs", nil), ("max_msgs_per_subject", maxPerSubject)] {
                json.key(word: key)
                json.number(limit ?? -1)
            }
            if maxPerSubject != nil {
                json.key("discard_new_per_subject")
                json.bool(true)
            }
            json.key("max_age")
            json.number(0)
            // The shortest one: nobody sends Nats-Msg-Id. The map would be shared by all houses of the stream.
            json.key("duplicate_window")
            json.number(100_000_000)
            json.key("allow_direct")
            json.bool(false)
        }
        return json.bytes
    }
}
