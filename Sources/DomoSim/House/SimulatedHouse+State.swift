import DomoLanguage

extension SimulatedHouse {
    /// Answers with the state of all elements, or of the one that the query names by `path` or `name`.
    mutating func takeQuestion(query: Substring, at now: Duration) -> Response {
        guard let fields = Query(query)?.fields else {
            return Response(answer: .badRequest("the query is not percent-encoded UTF-8, or has a duplicate key"))
        }
        actuators.advance(to: now)
        var number: Int?
        if fields["path"] != nil || fields["name"] != nil {
            number = actuators.number(path: fields["path"], name: fields["name"])
            guard number != nil else {
                return Response(answer: .notFound("no element named \(fields["path"] ?? fields["name"] ?? "")"))
            }
        }
        let requested = requestedFaults.next(.states, name: number.map { actuators.all[$0].signalName }, at: now)
        switch requested?.kind {
        case .fail: return Response(answer: .failure)
        case .busy: return Response(answer: .busy(requested?.status ?? 503, retryAfter: requested?.retryAfter))
        case .dropped: return Response(answer: nil)
        case .garbage: return Response(answer: .json(Array("{\"elements\":[{\"path\":\u{1}<html>".utf8)))
        case .slow, .lost, .stuck, .wrong, .old, .unknown, .missing, nil: break
        }
        let answer = number.map { state(of: $0, at: now) } ?? .json(state(at: now))
        return Response(answer: answer, delay: requested?.kind == .slow ? requested?.latency ?? .zero : .zero)
    }

    private mutating func state(of number: Int, at now: Duration) -> Answer {
        let actuator = actuators.all[number]
        guard let view = view(of: actuator, at: now, requestedFaults.nextOfElements(at: now)) else {
            return .notFound("the state of \(actuator.name) is unknown")
        }
        var json = JSONWriter()
        view.write(to: &json)
        json.newline()
        return .json(json.bytes)
    }

    private mutating func state(at now: Duration) -> [UInt8] {
        let wrongs = requestedFaults.nextOfElements(at: now)
        var json = JSONWriter(capacity: 250 * actuators.all.count)
        json.object { json in
            json.key("elements")
            json.array(actuators.all.compactMap { view(of: $0, at: now, wrongs) }) { $1.write(to: &$0) }
        }
        json.newline()
        return json.bytes
    }

    /// - Returns: Nil if the element is missing from the answer.
    private func view(of actuator: Actuator, at now: Duration, _ wrongs: [RequestedFaults.OfElements]) -> ActuatorView?
    {
        var view = ActuatorView(actuator: actuator, time: now)
        for wrong in wrongs where wrong.requested.name.map(actuator.isNamed) ?? true {
            switch wrong.requested.kind {
            case .missing: return nil
            case .wrong: view.manner = .wrong
            case .unknown: view.manner = .unknown
            case .fail, .busy, .dropped, .slow, .lost, .stuck, .garbage, .old:
                guard let then = wrong.snapshot, let number = then.actuators.number(path: actuator.path, name: nil)
                else { continue }
                view.actuator = then.actuators.all[number]
                view.time = then.time
            }
        }
        return view
    }
}
