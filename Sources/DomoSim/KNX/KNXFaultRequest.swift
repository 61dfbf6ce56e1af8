import DomoKNX
import DomoKNXSim
import DomoLanguage

/// A fault of the bus in text form: `negative group=1/0/1 count=3`.
struct KNXFaultRequest: Sendable, Equatable {
    private static let keys = ["fault", "group", "count", "for", "delay", "share"]

    var fault: KNXFault

    init(_ text: String) throws(Trouble.Mistake) { try self.init(fields: try Trouble.fields(of: text)) }

    init(fields: [String: String]) throws(Trouble.Mistake) {
        if let key = fields.keys.sorted().first(where: { !Self.keys.contains($0) }) {
            throw Trouble.Mistake(message: "unknown argument \"\(key)\"; use: \(Self.keys.joined(separator: ", "))")
        }
        guard let kind = fields["fault"].flatMap({ KNXFault.Kind(rawValue: $0) }) else {
            let known = KNXFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Trouble.Mistake(message: "missing or unknown fault; use one of: \(known)")
        }
        fault = KNXFault(kind)
        if let text = fields["group"] { fault.group = try Self.group(text) }
        if let text = fields["count"] {
            guard kind.isCounted else {
                throw Trouble.Mistake(message: "\(kind.rawValue) does not take a count")
            }
            fault.count = try Trouble.number(text, "count", 1...1_000_000)
        }
        if let text = fields["for"] { fault.duration = try Trouble.duration(text, "for") }
        if let text = fields["delay"] { fault.delay = try Trouble.duration(text, "delay") }
        if let text = fields["share"] {
            do {
                fault.perMille = Int((try DomoSimCommand.share(text) * 1000).rounded())
            } catch {
                throw Trouble.Mistake(message: "invalid share \"\(text)\"; use 5% or 0.05")
            }
        }
    }

    static func group(_ text: String) throws(Trouble.Mistake) -> GroupAddress {
        do throws(AddressFault) {
            return try GroupAddress(text)
        } catch {
            throw Trouble.Mistake(message: error.message)
        }
    }
}

extension KNXFault.Kind {
    /// Whether it can be limited to a number of times; the others last.
    fileprivate var isCounted: Bool {
        switch self {
        case .busLost, .disconnect, .restart: false
        case .silent, .twice, .stuck, .lostAck, .lostRequest, .badAck, .gap, .duplicate, .negative, .noConfirmation,
            .slow, .deaf, .full, .busy, .lost:
            true
        }
    }
}
