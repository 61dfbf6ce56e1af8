/// The features that an interface with tunnelling version 2 reports about itself and the bus.
///
/// Source: KNX 03/08/04 Tunnelling v2, feature services. Over UDP they are acknowledged and share the sequence numbers
/// of tunnelling requests, as in Calimero 3.
struct TunnelFeatures: Hashable, Sendable {
    /// In octets; nil while unknown.
    private(set) var maxAPDU: Int?
    private(set) var isBusLost = false
    /// How long to wait for answers.
    private(set) var end: Duration?
    private var requests: ArraySlice<Request> = []
    /// The answers still expected.
    private var unanswered: Set<TunnellingFeature.Identifier> = []

    private struct Request: Hashable {
        var service: TunnellingFeature.Service
        var identifier: TunnellingFeature.Identifier
        var value: [UInt8] = []
    }

    /// Whether telegrams have to wait.
    var isAsking: Bool { end != nil }

    mutating func begin(at now: Duration) {
        // Enable info frames first, so that changes after the answers are reported.
        requests = [
            Request(service: .set, identifier: .infoService, value: [1]),
            Request(service: .get, identifier: .busConnection),
            Request(service: .get, identifier: .maxAPDU),
        ]
        unanswered = [.busConnection, .maxAPDU]
        end = now + TunnelTimes.features
    }

    /// Queries a lost bus, with each heartbeat: the report that it is back may itself be lost or never be sent.
    mutating func requestConnectionStatus() {
        if isBusLost { requests.append(Request(service: .get, identifier: .busConnection)) }
    }

    /// The next request to send.
    mutating func next() -> (TunnellingFeature.Service, TunnellingFeature.Identifier, [UInt8])? {
        requests.popFirst().map { ($0.service, $0.identifier, $0.value) }
    }

    mutating func note(_ feature: TunnellingFeature) {
        switch feature.service {
        case .get, .set: return
        case .response(let code):
            unanswered.remove(feature.identifier)
            if unanswered.isEmpty { end = nil }
            if code != 0 { return }
        case .info: break
        }
        switch feature.identifier {
        case .busConnection:
            if let status = feature.value.first { isBusLost = status & 1 == 0 }
        case .maxAPDU:
            guard feature.value.count >= 2 else { return }
            let octets = Int(feature.value[0]) << 8 | Int(feature.value[1])
            // 0 would forbid every telegram.
            if octets > 0 { maxAPDU = min(octets, DataFrame.maxLength) }
        default: break
        }
    }

    mutating func expire(at now: Duration) {
        if let end, end <= now { self.end = nil }
    }
}
