public import DomoModel

/// The answer to `scenes`.
public struct SceneList: Equatable, Sendable {
    public struct Scene: Equatable, Sendable {
        public var name: String
        /// Nil for an ad-hoc one, as `run` starts.
        public var file: String?
        /// Those inside blocks counted.
        public var steps: Int
        /// As they are written.
        public var triggers: [String]
        /// When its next time comes at which its conditions of time hold; nil where none comes. Where there are such
        /// conditions, it is one within a year.
        public var next: Timestamp?
        /// The same moment by the clocks of the house, as RFC 3339 writes it: `2026-11-21T23:30:00+01:00`.
        public var local: String?
        /// What it is doing now, while it runs.
        public var step: String?
        /// Its last run, or the one on its way.
        public var last: SceneRecord?
        /// The last time that something wanted it to begin and it did not, since the last run began: why stands in
        /// `message`. Nil where there was none, or where `last` is that itself.
        public var skipped: SceneRecord?

        public init(
            name: String,
            file: String?,
            steps: Int,
            triggers: [String] = [],
            next: Timestamp? = nil,
            local: String? = nil,
            step: String? = nil,
            last: SceneRecord? = nil,
            skipped: SceneRecord? = nil
        ) {
            self.name = name
            self.file = file
            self.steps = steps
            self.triggers = triggers
            self.next = next
            self.local = local
            self.step = step
            self.last = last
            self.skipped = skipped
        }
    }

    public var scenes: [Scene]

    public init(scenes: [Scene]) {
        self.scenes = scenes
    }
}

extension SceneList: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        scenes = try fields.field("scenes", object, \.pointee.scenes)
    }
}

extension SceneList.Scene: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        file = try fields.field("file", object, \.pointee.file)
        steps = try fields.field("steps", object, \.pointee.steps)
        triggers = try fields.field("triggers", object, \.pointee.triggers)
        next = try fields.field("next", object, \.pointee.next)
        local = try fields.field("local", object, \.pointee.local)
        step = try fields.field("step", object, \.pointee.step)
        last = try fields.field("last", object, \.pointee.last)
        skipped = try fields.field("skipped", object, \.pointee.skipped)
    }
}
