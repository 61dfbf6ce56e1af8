import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoLanguage
import DomoModel

/// The reports of `domo knx doctor` and `domo knx learn`.
struct BusReport {
    /// An address without telegrams for longer than this is silent.
    static let silence: Duration = .seconds(2 * 86_400)
    private static let maxRows = 50

    let profile: KNXLinkProfile
    let traffic: Traffic
    /// Unanswered or refused reads since the last answer, by address.
    let unansweredReads: [GroupAddress: Int]
    let now: Instant

    func diagnosis(isUp: Bool, reason: String) -> LinkAnswer {
        var answer = LinkAnswer()
        answer.lines.append(isUp ? "\(profile.label): connected" : "\(profile.label): not connected: \(reason)")
        let watched = traffic.since.map { now - $0 } ?? .zero
        answer.lines.append(
            "\(traffic.total) telegrams in \(Self.text(watched)), \(traffic.addresses.count) group addresses, "
                + "\(traffic.sources.count) senders"
        )
        let rate = traffic.rate.perSecond(at: now)
        answer.lines.append(
            "the bus carries \(Int(rate.rounded())) telegrams a second, \(Self.load(rate)) % of a TP1 line"
        )
        answer.tables = [
            unanswered, silent(watched), doubleAnswers, refused, withoutState, unknown, hours, talkers,
        ].filter { !$0.rows.isEmpty }
        if answer.tables.allSatisfy({ $0.title == Self.hoursTitle || $0.title == Self.talkersTitle }) {
            let verdict =
                traffic.total == 0
                ? "no telegrams seen yet: the bus can't be diagnosed"
                : isUp ? "no problems found" : "no other problems found in the telegrams before that"
            answer.lines.append(verdict)
        }
        return answer
    }

    private static let hoursTitle = "telegrams per hour"
    private static let talkersTitle = "busiest senders"

    private func names(_ address: GroupAddress) -> String {
        var paths: [String] = []
        for role in profile.table[address] {
            guard let path = role.facet.map({ profile.bindings.facets[$0].facet.path }), !paths.contains(path) else {
                continue
            }
            paths.append(path)
        }
        return paths.joined(separator: ", ")
    }

    private func table(_ title: String, _ columns: [String], _ rows: [[String]]) -> LinkAnswer.Table {
        LinkAnswer.Table(title, columns: columns, rows: Array(rows.prefix(Self.maxRows)))
    }

    private var unanswered: LinkAnswer.Table {
        let rows = unansweredReads.sorted { $0.key.raw < $1.key.raw }.map {
            [$0.key.description, names($0.key), "\($0.value)"]
        }
        return table("addresses that don't answer reads", ["ADDRESS", "ELEMENT", "READS"], rows)
    }

    /// Bound state addresses without a telegram for a long time, or ever.
    private func silent(_ watched: Duration) -> LinkAnswer.Table {
        guard watched > Self.silence else { return LinkAnswer.Table(columns: []) }
        let states = Set(profile.bindings.facets.flatMap(\.stateGroups)).sorted { $0.raw < $1.raw }
        let rows = states.compactMap { address -> [String]? in
            let last = traffic.addresses[address]?.last
            if let last, now - last < Self.silence { return nil }
            return [address.description, names(address), last.map { Self.text(now - $0) } ?? "never"]
        }
        return table("state addresses without telegrams for more than 2 days", ["ADDRESS", "ELEMENT", "LAST"], rows)
    }

    private var doubleAnswers: LinkAnswer.Table {
        let rows = traffic.addresses.filter { $0.value.doubleAnswers > 0 }.sorted { $0.key.raw < $1.key.raw }.map {
            [$0.key.description, names($0.key), $0.value.sources.map(\.description).joined(separator: " ")]
        }
        return table("addresses answered by several devices", ["ADDRESS", "ELEMENT", "SENDERS"], rows)
    }

    private var refused: LinkAnswer.Table {
        let rows = traffic.addresses.filter { $0.value.refused > 0 }.sorted { $0.key.raw < $1.key.raw }.map {
            [$0.key.description, names($0.key), "\($0.value.refused)"]
        }
        return table(
            "telegrams that no device acknowledged; check the filter tables of the line couplers",
            ["ADDRESS", "ELEMENT", "TELEGRAMS"],
            rows
        )
    }

    /// Commands that were sent but whose state never arrived.
    private var withoutState: LinkAnswer.Table {
        let rows = profile.bindings.facets.compactMap { facet -> [String]? in
            guard let command = facet.command, let sent = traffic.addresses[command]?.writes, sent > 0,
                let state = facet.states.first, traffic.addresses[state] == nil
            else { return nil }
            return [facet.facet.path, command.description, "\(sent)", state.description]
        }
        return table("commands whose state was never reported", ["ELEMENT", "COMMAND", "TELEGRAMS", "STATE"], rows)
    }

    private var unknown: LinkAnswer.Table {
        let rows = traffic.addresses.filter { profile.table[$0.key].isEmpty }
            .sorted { ($1.value.writes, $0.key.raw) < ($0.value.writes, $1.key.raw) }
            .map { address, seen -> [String] in
                let type = seen.payload.flatMap { DatapointType.guess(for: $0).first }
                let value = seen.payload.flatMap { payload in
                    type.flatMap { $0.readableText(of: payload) }
                }
                return [
                    address.description, "\(seen.writes + seen.responses)", type.map { "\($0)?" } ?? "",
                    seen.payload?.hex ?? "", value ?? "", seen.sources.map(\.description).joined(separator: " "),
                ]
            }
        return table(
            "addresses in no house file",
            ["ADDRESS", "TELEGRAMS", "TYPE", "LAST", "VALUE", "SENDERS"],
            rows
        )
    }

    private var hours: LinkAnswer.Table {
        let rows = traffic.hours.enumerated().map { hour, count in
            ["-\(hour) h", "\(count)", "\(Self.load(Double(count) / 3600)) %"]
        }
        return table(Self.hoursTitle, ["HOUR", "TELEGRAMS", "LOAD"], rows)
    }

    /// In percent of a TP1 line.
    private static func load(_ perSecond: Double) -> Int {
        Int((perSecond / TrafficView.lineCapacity * 100).rounded(.up))
    }

    private var talkers: LinkAnswer.Table {
        let rows = traffic.sources.sorted { ($1.value, $0.key.raw) < ($0.value, $1.key.raw) }.prefix(10).map {
            [$0.key.description, "\($0.value)"]
        }
        return table(Self.talkersTitle, ["SENDER", "TELEGRAMS"], rows)
    }

    static func text(_ duration: Duration) -> String {
        let seconds = duration.nanoseconds / 1_000_000_000
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3600) h"
        default: return "\(seconds / 86_400) days"
        }
    }
}

extension Learner {
    /// The pairs found, as entries for a house file.
    func answer(_ profile: KNXLinkProfile) -> LinkAnswer {
        var answer = LinkAnswer()
        answer.lines.append(
            isRunning
                ? "learning: press each switch twice, on and off, and wait 2 s after each"
                : "not learning; start with \"domo knx learn start\""
        )
        let rows = pairs.map { found -> [String] in
            let (pair, evidence) = found
            let isKnown = !profile.table[pair.command].isEmpty && !profile.table[pair.state].isEmpty
            return [
                pair.command.description, pair.state.description, "\(evidence.matches)",
                isKnown ? "bound" : Self.entry(pair, evidence),
            ]
        }
        if !rows.isEmpty {
            answer.tables.append(
                LinkAnswer.Table("pairs", columns: ["COMMAND", "STATE", "SEEN", "HOUSE FILE"], rows: rows)
            )
        }
        return answer
    }

    private static func entry(_ pair: Pair, _ evidence: Evidence) -> String {
        switch evidence.payloads.first {
        case .bits?: return "<k:Binario orden=\"\(pair.command)\" estado=\"\(pair.state)\"/>"
        case .octets(let octets)? where octets.count == 1:
            return "<k:Nivel orden=\"\(pair.command)\" estado=\"\(pair.state)\" dpt=\"5.001\"/>"
        case .octets?:
            let type = evidence.payloads.first.flatMap { DatapointType.guess(for: $0).first?.description } ?? "9.001"
            return "<k:Valor orden=\"\(pair.command)\" estado=\"\(pair.state)\" dpt=\"\(type)\"/>"
        case nil: return ""
        }
    }
}
