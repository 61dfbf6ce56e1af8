public import DomoModel

/// The reply to `calendar`: what starts when.
public struct CalendarPage: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        /// Nil if there is none that day; the note has the reason.
        public var time: Timestamp?
        /// The time, or only the date (`2026-06-21`), in the time zone of the house, in RFC 3339:
        /// `2026-11-21T23:30:00+01:00`.
        public var local: String
        public var scene: String
        /// The part of the trigger that starts it: `at sunset+15m`.
        public var trigger: String
        /// `no sunset today`, `02:30 does not exist on this day: the clocks are set forward`, `only if HomeSecurity
        /// on`.
        public var note: String?

        public init(time: Timestamp?, local: String, scene: String, trigger: String, note: String? = nil) {
            self.time = time
            self.local = local
            self.scene = scene
            self.trigger = trigger
            self.note = note
        }
    }

    public var from: Timestamp
    public var until: Timestamp
    public var entries: [Entry]
    /// The start of the next page, if there is one.
    public var next: Timestamp?

    public init(from: Timestamp, until: Timestamp, entries: [Entry], next: Timestamp? = nil) {
        self.from = from
        self.until = until
        self.entries = entries
        self.next = next
    }
}

extension CalendarPage: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        from = try fields.field("from", object, \.pointee.from)
        until = try fields.field("until", object, \.pointee.until)
        entries = try fields.field("entries", object, \.pointee.entries)
        next = try fields.field("next", object, \.pointee.next)
    }
}

extension CalendarPage.Entry: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        time = try fields.field("time", object, \.pointee.time)
        local = try fields.field("local", object, \.pointee.local)
        scene = try fields.field("scene", object, \.pointee.scene)
        trigger = try fields.field("trigger", object, \.pointee.trigger)
        note = try fields.field("note", object, \.pointee.note)
    }
}
