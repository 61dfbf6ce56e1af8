import DomoBridge
import DomoLanguage
import DomoModel
import Testing

@testable import DomoFleet

// domod and its history; the people who give orders.

extension FleetWorld {
    func writeHistory() {
        guard !isQuiet, chance(300) else { return }
        for _ in 0...random.below(chance(50) ? 60 : 3) {
            written += 1
            last += UInt64(1 + random.below(chance(100) ? 500 : 2))
            let text = String(repeating: "x", count: chance(20) ? 30_000 : 5)
            let stamp = Timestamp(milliseconds: time + ahead).rfc3339
            history.append(
                (last, #"{"element":"Casa/L","reading":{"time":"\#(stamp)","value":"\#(text) \#(written)"}}"#)
            )
        }
        // An order that reached another stage is written anew.
        if chance(200), let index = history.indices.randomElement(using: &random) {
            let old = history.remove(at: index)
            written += 1
            last += 1
            history.append((last, old.line.replacing(" ", with: " again \(written) ", maxReplacements: 1)))
        }
        if chance(50), history.count > 40 { thin() }
        if isAttached, chance(700) {
            let line = #"{"event":{"kind":"memory","time":"2026-11-20T21:04:05.123Z"}}"#
            hub.handle(event: Array(line.utf8), now: now)
            perform()
        }
    }

    /// Also of records that no report has.
    private func thin() {
        let count = 1 + random.below(10)
        let start = chance(500) ? 0 : history.count - count - random.below(10)
        let gone = history[start..<start + count]
        holes.append((gone.first?.position ?? 0, gone.last?.position ?? 0))
        removed += gone.map(\.line)
        history.removeSubrange(start..<start + count)
    }

    func answer(to question: HouseQuestion) -> [UInt8] {
        var json = JSONWriter()
        switch question {
        case .watch: Reply.watching(Watched()).write(to: &json)
        case .status:
            let time = Timestamp(milliseconds: time)
            let status = StatusView(
                version: "1.0",
                since: time,
                loaded: time,
                houses: [],
                servers: [],
                accepted: 0,
                failed: 0,
                warnings: []
            )
            Reply.status(status).write(to: &json)
        case .records(let cursor): return page(after: cursor)
        }
        return json.bytes
    }

    private func page(after cursor: String) -> [UInt8] {
        let parts = cursor.split(separator: ".")
        if cursor != "start", parts[0] != database {
            return Array(#"{"error":{"code":"other-database","message":"another"}}"#.utf8)
        }
        if chance(30) { return Array(#"{"error":{"code":"no-history","message":"failing"}}"#.utf8) }
        let after = cursor == "start" ? 0 : UInt64(parts[1]) ?? 0
        let found = history.suffix(from: history.partitioningIndex(after: after))
        let page = found.prefix(20)
        let more = found.count > page.count
        let next = more ? page.last?.position ?? after : max(after, last)
        let missing = holes.filter { $0.last > after && $0.first <= next }.map { _ in
            #"{"part":"readings","reason":"removed","from":"2026-11-20T21:04:05.123Z","to":"2026-11-20T21:04:05.123Z","records":10}"#
        }
        let text =
            #"{"ok":{"database":"\#(database)","records":[\#(page.map(\.line).joined(separator: ","))],"holes":["#
            + #"\#(missing.joined(separator: ","))],"next":"\#(database).\#(next)","more":\#(more)}}"#
        return Array(text.utf8)
    }

    // MARK: Orders

    func openSessions() {
        guard let id = opening.first, chance(500) else { return }
        opening.removeFirst()
        if isAttached, !chance(50) {
            sessions[id] = []
            hub.noteOpen(id, now: now)
        } else {
            hub.noteNotOpen(id, Fault(.unreachable, "domod is unreachable"))
        }
        perform()
    }

    /// domod reads lines, at once or late.
    func readLines() {
        if !leftOver.isEmpty, !chance(faults.lateLine) {
            for line in leftOver { _ = carryOut(line) }
            leftOver = []
        }
        for id in sessions.keys.sorted(by: { $0.number < $1.number }) {
            while let line = sessions[id]?.first, !chance(faults.lateLine) {
                sessions[id]?.removeFirst()
                let reply = carryOut(line.text)
                hub.noteReply(Array(reply.utf8), to: line.order, on: id, now: now)
                guard perform() else { return }
            }
        }
    }

    /// As domod does: the deadline is compared with the clock of the house.
    private func carryOut(_ line: String) -> String {
        do throws(Fault) {
            let until: Timestamp?
            let name: String
            switch try RequestParser.parse(line) {
            case .order(let order): (until, name) = (order.until, order.element)
            case .scene(let scene, explain: _, tag: _, values: _, until: let end): (until, name) = (end, scene)
            default: return #"{"ok":{"listing":1}}"#
            }
            guard let until, until > now.time else {
                return #"{"error":{"code":"deadline-passed","message":"the order arrived late; nothing was sent"}}"#
            }
            #expect(carriedOut[name] == nil, "carried out twice: \(line)")
            if let order = orders.last(where: { $0.order.key == name }) {
                #expect(time < order.order.deadline, "carried out \(time - order.order.deadline) ms late: \(line)")
            }
            carriedOut[name] = time
            done += 1
            return #"{"ok":{"id":\#(done)}}"#
        } catch {
            Issue.record("\(error): \(line)")
            return "{}"
        }
    }

    func giveOrder() {
        guard isConnected, !isQuiet else { return }
        if chance(200) {
            let key = "key\(orders.count)"
            let isScene = chance(300)
            // The clock of the one who asks is not exact.
            let clock = time + Int64(random.below(1600)) - 800
            let line = isScene ? "scene \(key)" : chance(500) ? "set \(key) on" : "toggle \(key)"
            let order = FleetOrder(
                key: key,
                sent: clock,
                deadline: clock + 1 + Int64(random.below(chance(100) ? 60_000 : 6000)),
                principal: "web user",
                token: Secret("token\(random.below(3))"),
                line: line
            )
            orders.append((order, isScene))
            send(order)
        }
        // The same request again, soon or late.
        if chance(200), let old = orders.suffix(chance(800) ? 5 : 1000).randomElement(using: &random) {
            send(old.order)
        }
    }

    private func send(_ order: FleetOrder) {
        let reply = FleetSubjects.reply(of: Self.house, asker: order.key, number: random.next())
        hub.handle(subject: FleetSubjects.to(Self.house, .order), order.json, replyTo: reply, now: now)
        perform()
    }
}

extension [(position: UInt64, line: String)] {
    /// The index of the first record after a position.
    fileprivate func partitioningIndex(after position: UInt64) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].position > position { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
