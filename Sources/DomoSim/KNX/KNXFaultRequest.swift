import DomoKNX
import DomoKNXSim
import DomoLanguage

/// A fault of the bus in text form: `negative group=1/0/1 count=3`.
struct KNXFaultRequest: Sendable, Equatable {
    private static let keys = ["fault", "group", "count", "for", "delay", "share"]

    var fault: KNXFault

    init(_ text: String) throws(RequestedFault.Mistake) { try self.init(fields: try RequestedFault.fields(of: text)) }

    init(fields: [String: String]) throws(RequestedFault.Mistake) {
        if let key = fields.keys.sorted().first(where: { !Self.keys.contains($0) }) {
            throw RequestedFault.Mistake(
                message: "unknown argument \"\(key)\"; use: \(Self.keys.joined(separator: ", "))"
            )
        }
        guard let kind = fields["fault"].flatMap({ KNXFault.Kind(rawValue: $0) }) else {
            let known = KNXFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestedFault.Mistake(message: "missing or unknown fault; use one of: \(known)")
        }
        fault = KNXFault(kind)
        if let text = fields["group"] { fault.group = try Self.group(text) }
        if let text = fields["count"] {
            guard kind.isCounted else {
                throw RequestedFault.Mistake(message: "\(kind.rawValue) does not take a count")
            }
            fault.count = try RequestedFault.number(text, "count", 1...1_000_000)
        }
        if let text = fields["for"] { fault.duration = try RequestedFault.duration(text, "for") }
        if let text = fields["delay"] { fault.delay = try RequestedFault.duration(text, "delay") }
        if let text = fields["share"] {
            do {
                fault.perMille = Int((try DomoSimCommand.share(text) * 1000).rounded())
            } catch {
                throw RequestedFault.Mistake(message: "invalid share \"\(text)\"; use 5% or 0.05")
            }
        }
    }

    static func group(_ text: String) throws(RequestedFault.Mistake) -> GroupAddress {
        do throws(AddressFault) {
            return try GroupAddress(text)
        } catch {
            throw RequestedFault.Mistake(message: error.message)
        }
    }
}

extension KNXFault.Kind {
    /// Whether it can be limited to a number of times; the others last.
    fileprivate var isCounted: Bool {
        switch self {
        case .busLost, .noBus, .halfDead, .disconnect, .restart: false
        case .silent, .twice, .stuck, .invalid, .lostAck, .lostRequest, .badAck, .gap, .duplicate, .negative,
            .noConfirmation,
            .slow, .deaf, .full, .undecodable, .busy, .lost, .unrouted:
            true
        }
    }
}
