public import DomoModel

/// The reply to `scenes`.
public struct SceneList: Equatable, Sendable {
    public struct Scene: Equatable, Sendable {
        public var name: String
        /// What people are shown in place of the name. Nil if there are none.
        public var labels: ModelLabels?
        /// Nil for an ad-hoc scene, which `run` starts.
        public var file: String?
        /// Including those in blocks.
        public var steps: Int
        /// As written in the file.
        public var triggers: [String]
        /// The next time at which its time conditions are met; nil if there is none. With such conditions, only a year
        /// is searched.
        public var next: Timestamp?
        /// The same time in the time zone of the house, in RFC 3339: `2026-11-21T23:30:00+01:00`.
        public var local: String?
        /// The current step while it runs.
        public var step: String?
        /// The last or current run.
        public var last: SceneRecord?
        /// The last time since the last run that it should have started and did not; `message` has the reason. Nil if
        /// there was none, or if it is `last` itself.
        public var skipped: SceneRecord?

        public init(
            name: String,
            labels: ModelLabels? = nil,
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
            self.labels = labels
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

    /// A scene that is not loaded because of an error in it.
    public struct LeftOut: Equatable, Sendable {
        public var name: String
        /// With file, line and column: `/etc/domo/scenes/noche.domo:2:1: error: …`.
        public var problem: String

        public init(name: String, problem: String) {
            self.name = name
            self.problem = problem
        }
    }

    public var scenes: [Scene]
    /// Nil if there are none, or if the client sees only a part of the house.
    public var leftOut: [LeftOut]?

    public init(scenes: [Scene], leftOut: [LeftOut]? = nil) {
        self.scenes = scenes
        self.leftOut = leftOut
    }
}

extension SceneList: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        scenes = try fields.field("scenes", object, \.pointee.scenes)
        leftOut = try fields.field("leftOut", object, \.pointee.leftOut)
    }
}

extension SceneList.LeftOut: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        problem = try fields.field("problem", object, \.pointee.problem)
    }
}

extension SceneList.Scene: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        labels = try fields.field("labels", object, \.pointee.labels)
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
