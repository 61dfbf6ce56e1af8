import DomoEngine
import DomoLanguage
import DomoModel

/// The lines of `NoticeFile`.
enum NoticeLine {
    /// The words `KEY=VALUE` of a line, in order.
    private struct Fields {
        private var values: [String: [String]] = [:]

        init?(_ words: ArraySlice<String>) {
            for word in words {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { return nil }
                values[String(parts[0]), default: []].append(NoticeLine.unescaped(parts[1]))
            }
        }

        func all(_ key: String) -> [String] { values[key] ?? [] }
        subscript(key: String) -> String? { values[key]?.last }
        func number(_ key: String) -> UInt64? { self[key].flatMap { UInt64($0) } }
        func time(_ key: String) -> Timestamp? { self[key].flatMap { Timestamp(rfc3339: $0) } }

        /// Known by the wall clock alone: `Notice.rebase` gives it its uptime.
        func moment(_ key: String) -> Instant? { time(key).map { Instant(uptime: 0, wall: $0) } }
    }

    // MARK: - Line feeds

    /// A value of an element may have several lines.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        var plain = ""
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch (isEscaped, scalar) {
            case (false, "\\"): isEscaped = true
            case (true, "n"): (plain, isEscaped) = (plain + "\n", false)
            case (true, "r"): (plain, isEscaped) = (plain + "\r", false)
            default:
                plain.unicodeScalars.append(scalar)
                isEscaped = false
            }
        }
        return plain
    }

    // MARK: - Writing

    static func lines(of notice: Notice) -> [String] {
        let view = notice.view
        var words = ["notice"]
        func add(_ key: String, _ value: String?) {
            if let value { words.append(Words.quoted("\(key)=\(escaped(value))")) }
        }
        add("number", String(view.number))
        add("time", view.time.rfc3339)
        add("urgent", view.isUrgent ? "yes" : nil)
        add("state", view.state.rawValue)
        add("text", view.text)
        for name in view.to { add("to", name) }
        add("about", view.about)
        add("scene", view.scene)
        add("line", view.line.map { String($0) })
        add("by-kind", view.by.kind.rawValue)
        add("by", view.by.name)
        add("ended", view.ended?.rfc3339)
        add("acknowledged-by", view.acknowledgedBy)
        add("resolution", view.resolution)
        add("suppressed", view.suppressed.map { String($0) })
        for place in view.places ?? [] { add("place", place) }
        add("places", view.places == nil ? nil : "known")
        add("window-end", notice.windowEnd.wall.rfc3339)
        add("interval", notice.interval.map(DurationText.write))
        add("next-repeat", notice.nextRepeat?.wall.rfc3339)
        add("repeats", String(notice.repeats))
        add("escalates-at", notice.escalation?.at.wall.rfc3339)
        for name in notice.escalation?.to ?? [] { add("escalates-to", name) }
        return [words.joined(separator: " ")] + view.sendings.map { line(of: $0, notice.pending[$0.id]) }
    }

    private static func line(of sending: NoticeView.Sending, _ pending: Notice.Pending?) -> String {
        var words = ["message"]
        func add(_ key: String, _ value: String?) {
            if let value { words.append(Words.quoted("\(key)=\(escaped(value))")) }
        }
        add("id", String(sending.id))
        add("target", sending.target)
        add("reason", sending.reason.rawValue)
        add("state", sending.state.rawValue)
        add("time", sending.time.rfc3339)
        add("message", sending.message)
        add("deadline", pending?.deadline.wall.rfc3339)
        add("due", pending?.due.wall.rfc3339)
        add("withdrawn", pending?.isWithdrawn == true ? "yes" : nil)
        return words.joined(separator: " ")
    }

    // MARK: - Reading

    /// Adds what a line holds.
    ///
    /// - Returns: false for a line that can't be read.
    static func read(_ line: some StringProtocol, into table: inout NoticeTable) -> Bool {
        let words: [String]
        do {
            words = try Words.split(line).map(\.text)
        } catch {
            return false
        }
        guard let fields = Fields(words.dropFirst()) else { return false }
        switch words.first {
        case "notice":
            guard let notice = notice(fields) else { return false }
            table.notices.append(notice)
        case "message":
            guard !table.notices.isEmpty, let (sending, pending) = sending(fields) else { return false }
            table.notices[table.notices.count - 1].view.sendings.append(sending)
            table.notices[table.notices.count - 1].pending[sending.id] = pending
        default: return false
        }
        return true
    }

    private static func notice(_ fields: Fields) -> Notice? {
        guard let number = fields.number("number"), let time = fields.time("time"), let text = fields["text"],
            let about = fields["about"], let state = fields["state"].flatMap(NoticeView.State.init(rawValue:)),
            let kind = fields["by-kind"].flatMap(Cause.Kind.init(rawValue:)), let by = fields["by"],
            let windowEnd = fields.moment("window-end")
        else { return nil }
        var view = NoticeView(
            number: number,
            time: time,
            text: text,
            isUrgent: fields["urgent"] == "yes",
            to: fields.all("to"),
            about: about,
            scene: fields["scene"],
            line: fields["line"].flatMap { Int($0) },
            by: Cause(kind: kind, name: by),
            state: state,
            places: fields["places"] == nil ? nil : fields.all("place")
        )
        view.ended = fields.time("ended")
        view.acknowledgedBy = fields["acknowledged-by"]
        view.resolution = fields["resolution"]
        view.suppressed = fields["suppressed"].flatMap { Int($0) }
        var notice = Notice(view: view, windowEnd: windowEnd)
        notice.interval = fields["interval"].flatMap { DurationText.read($0) }
        notice.nextRepeat = fields.moment("next-repeat")
        notice.repeats = fields["repeats"].flatMap { Int($0) } ?? 0
        notice.escalation = fields.moment("escalates-at").map {
            Notice.Escalation(at: $0, to: fields.all("escalates-to"))
        }
        return notice
    }

    private static func sending(_ fields: Fields) -> (NoticeView.Sending, Notice.Pending?)? {
        guard let id = fields.number("id"), let target = fields["target"],
            let reason = fields["reason"].flatMap(Delivery.Reason.init(rawValue:)),
            let state = fields["state"].flatMap(NoticeView.Sending.State.init(rawValue:)),
            let time = fields.time("time")
        else { return nil }
        let sending = NoticeView.Sending(
            id: id,
            target: target,
            reason: reason,
            state: state,
            time: time,
            message: fields["message"]
        )
        guard !state.isFinal else { return (sending, nil) }
        guard let deadline = fields.moment("deadline") else { return nil }
        var pending = Notice.Pending(deadline: deadline)
        pending.due = fields.moment("due") ?? deadline
        pending.isWithdrawn = fields["withdrawn"] == "yes"
        return (sending, pending)
    }
}
