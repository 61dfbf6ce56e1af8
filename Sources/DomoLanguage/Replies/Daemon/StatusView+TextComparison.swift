extension StatusView {
    /// A comparison of a scene with a number, which never holds: the element has only ever had a text.
    public struct TextComparison: Equatable, Sendable {
        public var scene: String
        public var file: String
        /// Counted from 1.
        public var line: Int
        public var column: Int
        /// As written: `CO2 above 800`.
        public var test: String
        /// The full path.
        public var element: String
        /// The text that it has.
        public var value: String

        public init(
            scene: String,
            file: String,
            line: Int,
            column: Int,
            test: String,
            element: String,
            value: String
        ) {
            (self.scene, self.file, self.line, self.column) = (scene, file, line, column)
            (self.test, self.element, self.value) = (test, element, value)
        }

        public var message: String {
            "\"\(test)\" never holds: \(element) has never had a number, only texts such as \"\(value)\""
        }

        public static let hint = "let its server report a number, or give its dialect the unit: value: {units: […]}"
    }
}

extension StatusView.TextComparison: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        scene = try fields.field("scene", object, \.pointee.scene)
        file = try fields.field("file", object, \.pointee.file)
        line = try fields.field("line", object, \.pointee.line)
        column = try fields.field("column", object, \.pointee.column)
        test = try fields.field("test", object, \.pointee.test)
        element = try fields.field("element", object, \.pointee.element)
        value = try fields.field("value", object, \.pointee.value)
    }
}
