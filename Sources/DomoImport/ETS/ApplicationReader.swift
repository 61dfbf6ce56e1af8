import DomoXML

/// Reads the group objects of an application program. The files are large (often 100 MB), so only the references that
/// the project uses are kept.
final class ApplicationReader: XMLHandler {
    struct Object {
        /// For a reference, the object that it refers to.
        var object: String?
        var number: Int?
        var name: String?
        var text: String?
        var textParameter: String?
        var functionText: String?
        var size: String?
        var flags: ObjectFlags
        var types: [TypeNumber]
        var semantics: [String]
    }

    private let used: Set<String>
    private(set) var objects: [String: Object] = [:]
    private(set) var references: [String: Object] = [:]
    /// The names of the arguments of modules.
    private(set) var arguments: [String: String] = [:]

    /// - Parameter used: the ids of the references that devices use.
    init(used: Set<String>) { self.used = used }

    func start(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "ComObject":
            if let id = attributes["Id"] { objects[id] = object(attributes) }
        case "ComObjectRef":
            guard let id = attributes["Id"], used.contains(id) else { return }
            references[id] = object(attributes)
        case "Argument": if let id = attributes["Id"] { arguments[id] = attributes["Name"] ?? "" }
        default: break
        }
    }

    private func object(_ attributes: XMLAttributes) -> Object {
        Object(
            object: attributes["RefId"],
            number: attributes["Number"].flatMap { Int($0) },
            name: attributes["Name"],
            text: attributes["Text"],
            textParameter: attributes.filled("TextParameterRefId"),
            functionText: attributes["FunctionText"],
            size: attributes.filled("ObjectSize"),
            flags: ObjectFlags(attributes),
            types: TypeNumber.list(ets: attributes["DatapointType"]),
            semantics: DatapointSemantics.list(attributes["Semantics"])
        )
    }
}
