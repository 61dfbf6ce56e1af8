import DomoKNX
import DomoKNXHouse
import DomoKNXSim
import DomoLanguage
import DomoModel

/// The HTTP requests below `/bus/`.
extension SimulatedKNX {
    static let path = "/bus/"

    struct Response: Sendable {
        var answer: Answer
        var actions: [InterfaceAction] = []
    }

    /// - Parameter target: Path and query as received; the path begins with `path`.
    mutating func respond(method: String, target: String, at now: Duration) -> Response {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fields = Query(parts.count > 1 ? parts[1] : "")?.fields else {
            return Response(
                answer: .badRequest("the query is not percent-encoded UTF-8, or has a duplicate key")
            )
        }
        do throws(RequestedFault.Mistake) {
            switch (parts.first.map(String.init) ?? "", method) {
            case ("/bus/press", "POST"): return try press(fields, at: now)
            case ("/bus/faults", "POST"): return try addFault(fields, at: now)
            case ("/bus/faults", "DELETE"):
                return Response(answer: .noContent, actions: keep(interface.clearFaults(at: now)))
            case ("/bus/telegrams", "GET"): return Response(answer: .json(telegramLog()))
            case ("/bus/state", "GET"):
                let actions = handle(.wake, at: now)
                return Response(answer: .json(state(at: now)), actions: actions)
            case ("/bus/press", _): return Response(answer: .notAllowed(allow: "POST"))
            case ("/bus/faults", _): return Response(answer: .notAllowed(allow: "POST, DELETE"))
            case ("/bus/telegrams", _), ("/bus/state", _): return Response(answer: .notAllowed(allow: "GET"))
            default:
                let hint = "use /bus/press, /bus/faults, /bus/telegrams or /bus/state"
                return Response(answer: .notFound("no such path; \(hint)"))
            }
        } catch {
            return Response(answer: .badRequest(error.message))
        }
    }

    /// Reads `group=1/0/1&value=on`, with `dpt=` for an address that is in no house file; `service=read`;
    /// `source=1.1.9`.
    private mutating func press(_ fields: [String: String], at now: Duration) throws(RequestedFault.Mistake) -> Response
    {
        let known = ["group", "dpt", "value", "service", "source"]
        if let key = fields.keys.sorted().first(where: { !known.contains($0) }) {
            throw RequestedFault.Mistake(message: "unknown argument \"\(key)\"; use: \(known.joined(separator: ", "))")
        }
        guard let text = fields["group"] else {
            throw RequestedFault.Mistake(message: "missing group; write group=1/0/1&value=on")
        }
        let group = try KNXFaultRequest.group(text)
        var source = WallPress.defaultSwitch
        if let text = fields["source"] {
            do throws(AddressFault) {
                source = try IndividualAddress(text)
            } catch {
                throw RequestedFault.Mistake(message: error.message)
            }
        }
        let service: GroupTelegram.Service
        switch fields["service"] {
        case "read": service = .read
        case nil, "write": service = .write(try payload(for: group, fields))
        case "response": service = .response(try payload(for: group, fields))
        case let other?:
            throw RequestedFault.Mistake(message: "unknown service \"\(other)\"; use write, read or response")
        }
        let telegram = GroupTelegram(source: source, destination: group, service: service)
        return Response(answer: .noContent, actions: keep(interface.press([WallPress(at: now, telegram)], at: now)))
    }

    private func payload(for group: GroupAddress, _ fields: [String: String]) throws(RequestedFault.Mistake) -> Payload
    {
        guard let value = fields["value"] else {
            throw RequestedFault.Mistake(message: "missing value; write group=\(group)&value=on")
        }
        do throws(DatapointFault) {
            guard
                let type = try fields["dpt"].map({ text throws(DatapointFault) in try DatapointType(text) })
                    ?? names[group]?.type
            else { throw DatapointFault(.wrongForm, "the type of \(group) is not known; add dpt=1.001") }
            return try type.encode(try type.value(of: value))
        } catch {
            throw RequestedFault.Mistake(
                message: [error.message, error.hint].compactMap { $0 }.joined(separator: "; ")
            )
        }
    }

    private mutating func addFault(
        _ fields: [String: String],
        at now: Duration
    ) throws(RequestedFault.Mistake) -> Response {
        let request = try KNXFaultRequest(fields: fields)
        guard let actions = interface.add(request.fault, at: now) else {
            throw RequestedFault.Mistake(message: "too many faults; remove them with DELETE /bus/faults")
        }
        return Response(answer: .noContent, actions: keep(actions))
    }

    private func telegramLog() -> [UInt8] {
        var json = JSONWriter(capacity: 160 * telegrams.count)
        json.object { json in
            json.key("telegrams")
            json.array(telegrams) { json, passed in
                let telegram = passed.telegram
                json.object { json in
                    json.key("seconds")
                    json.number(passed.time / .milliseconds(1) / 1000)
                    json.key("source")
                    json.string("\(telegram.source)")
                    json.key("group")
                    json.string("\(telegram.destination)")
                    json.key("service")
                    json.string(telegram.service.word)
                    json.optional("data", telegram.service.payload?.hexadecimal)
                    json.optional("value", names.value(of: telegram))
                    json.optional("name", names[telegram.destination]?.name)
                    json.key("acknowledged")
                    json.bool(passed.isAcknowledged)
                }
            }
        }
        json.newline()
        return json.bytes
    }

    private func state(at now: Duration) -> [UInt8] {
        let bus = interface.bus
        var json = JSONWriter(capacity: 4000)
        json.object { json in
            json.key("clients")
            json.array(interface.clients) { $0.string("\($1)") }
            json.key("slots")
            json.number(interface.settings.slots.count)
            json.key("telegrams")
            json.number(bus.telegramCount)
            json.key("waiting")
            json.number(bus.queueLength)
            json.key("quiet")
            json.bool(interface.isQuiet)
            // Should be empty: real devices may take such reads for commands.
            json.key("readsOfCommands")
            json.object { json in
                for (group, count) in bus.readsOfCommands.sorted(by: { $0.key < $1.key }) {
                    json.key(word: "\(group)")
                    json.number(count)
                }
            }
            json.key("elements")
            json.array(bus.facets) { json, facet in
                json.object { json in
                    json.key("path")
                    json.string(facet.facet.path)
                    json.key("type")
                    json.string(facet.facet.type.word)
                    write(bus.state(of: facet.facet, at: now), of: facet, to: &json)
                }
            }
        }
        json.newline()
        return json.bytes
    }

    private func write(_ state: SimulatedState?, of facet: KNXFacet, to json: inout JSONWriter) {
        json.key("value")
        switch state {
        case .switched(let isOn): json.string(isOn ? "on" : "off")
        case .level(let level): json.number((level * 10).rounded() / 10)
        case .motion(let motion):
            json.string(motion.heading.map { $0 == .up ? "moving up" : "moving down" } ?? "at rest")
            json.key("position")
            json.number((motion.position * 10).rounded() / 10)
            json.key("locked")
            json.bool(motion.isLocked)
            json.key("steps")
            json.number(motion.steps)
        case .value(let value?): json.string(facet.type.text(of: value))
        case .colour(let colour?): json.string(colour.word)
        case .value(nil), .colour(nil), nil: json.null()
        }
    }
}
