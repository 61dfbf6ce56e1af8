import DomoKNX

/// How a device refers to the objects of its application program.
enum ObjectReference {
    /// The id in the application program. ETS 4 writes it in full; later versions leave out the program, and insert the
    /// instances of modules: `MD-4_M-15_MI-1_SM-1_M-1_MI-1-1-2_SM-1_O-3-1_R-2` is `MD-4_SM-1_O-3-1_R-2` in the program.
    static func id(_ reference: String, in program: String) -> String {
        if reference.hasPrefix(program) { return reference }
        return "\(program)_\(withoutInstances(reference, before: "O-"))"
    }

    static func withoutInstances(_ reference: String, before mark: String) -> String {
        let parts = reference.split(separator: "_")
        guard let index = parts.firstIndex(where: { $0.hasPrefix(mark) }) else { return reference }
        var kept: [Substring] = []
        if let first = parts.first, first.hasPrefix("MD-") { kept.append(first) }
        if index > 1, parts[index - 1].hasPrefix("SM-") { kept.append(parts[index - 1]) }
        return (kept + parts[index...]).joined(separator: "_")
    }

    /// The module instance that an object belongs to: `MD-4_M-15_MI-1`; nil if the program has no modules.
    static func module(_ reference: String) -> String? {
        guard reference.hasPrefix("MD-") else { return nil }
        let parts = reference.split(separator: "_")
        let own = parts.prefix { !$0.hasPrefix("O-") }
        return own.contains { $0.hasPrefix("MI-") } ? own.joined(separator: "_") : nil
    }

    /// Inserts the module instance into the id of a parameter, as in the project.
    static func parameter(_ id: String, of reference: String) -> String {
        guard let start = id.firstRange(of: "_MD-"), let module = module(reference) else { return id }
        let rest = id[start.upperBound...]
        guard let mark = rest.firstRange(of: "_P-") ?? rest.firstRange(of: "_UP-") else { return id }
        return "\(id[..<start.lowerBound])_\(module)\(rest[mark.lowerBound...])"
    }

    /// The module instances that an object belongs to, the innermost first: a submodule is in `MD-4_M-15_MI-1` too.
    static func modules(_ reference: String) -> [String] {
        guard let module = module(reference) else { return [] }
        guard let inner = module.firstRange(of: "_SM-") else { return [module] }
        // The definition of the submodule follows its instance.
        var parts = module.split(separator: "_")
        if parts.last?.hasPrefix("SM-") == true { parts.removeLast() }
        return [parts.joined(separator: "_"), String(module[..<inner.lowerBound])]
    }

    /// The id of a module's argument in the application program. Those of submodules leave out the module.
    static func argument(_ reference: String, of module: String, in program: String) -> String {
        guard reference.hasPrefix("SM-"), let definition = module.split(separator: "_").first else {
            return "\(program)_\(reference)"
        }
        return "\(program)_\(definition)_\(reference)"
    }

    /// Replaces `{{ChannelNumber}}` and `{{ChannelNumber:default}}` by the arguments of a module.
    static func fill(_ text: String, arguments: [String: String]) -> String {
        guard text.contains("{{") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            let inner = rest[start.upperBound..<end.lowerBound].split(
                separator: ":",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            result += rest[..<start.lowerBound]
            if let name = inner.first, let value = arguments[String(name)] {
                result += value.isEmpty && inner.count > 1 ? String(inner[1]) : value
            } else {
                result += rest[start.lowerBound..<end.upperBound]
            }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// Replaces `{{0}}` and `{{0:default}}` by the value of a parameter.
    static func fill(_ text: String, with value: String?) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "{{0"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            result += rest[..<start.lowerBound]
            let fallback = rest[start.upperBound..<end.lowerBound]
            result += value ?? String(fallback.drop { $0 == ":" })
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}

extension GroupObject {
    /// Merges the properties in the device, the reference in its program and the object there, in this order of
    /// precedence.
    ///
    /// - Returns: nil if it is not linked with any known group.
    init?(
        _ draft: InstallationReader.Object,
        of device: InstallationReader.Device,
        program: String?,
        application: ApplicationReader?,
        links groups: [String: GroupAddress]
    ) {
        var links: [GroupAddress] = []
        for link in draft.links.compactMap({ groups[$0] }) where !links.contains(link) { links.append(link) }
        guard !links.isEmpty else { return nil }
        let reference = application?.references[ObjectReference.id(draft.reference, in: program ?? "")]
        let object = reference?.object.flatMap { application?.objects[$0] }
        let parameter = reference?.textParameter.flatMap {
            device.parameters[ObjectReference.parameter($0, of: draft.reference)]
        }
        let referenceText = reference?.text.map {
            reference?.textParameter == nil ? $0 : ObjectReference.fill($0, with: parameter)
        }
        var arguments: [String: String] = [:]
        for module in ObjectReference.modules(draft.reference) {
            for (id, value) in device.arguments[module] ?? [:] {
                let id = ObjectReference.argument(id, of: module, in: program ?? "")
                if let name = application?.arguments[id], arguments[name] == nil { arguments[name] = value }
            }
        }
        self.reference = draft.reference
        number = object?.number
        name = reference?.name ?? object?.name ?? ""
        text = ObjectReference.fill(draft.text ?? referenceText ?? object?.text ?? "", arguments: arguments)
        functionText = ObjectReference.fill(
            draft.functionText ?? reference?.functionText ?? object?.functionText ?? "",
            arguments: arguments
        )
        semantics = [reference?.semantics ?? [], object?.semantics ?? []].first { !$0.isEmpty } ?? []
        description = draft.description
        size = reference?.size ?? object?.size
        flags = draft.flags
        if let reference { flags.fill(from: reference.flags) }
        if let object { flags.fill(from: object.flags) }
        types = [draft.types, reference?.types ?? [], object?.types ?? []].first { !$0.isEmpty } ?? []
        self.links = links
        channel =
            Self.channel(of: draft, device: device)
            ?? reference?.textParameter.map { ObjectReference.parameter($0, of: draft.reference) }
    }

    /// The channel in the project: the node of ETS 6, the attribute of ETS 5, or the module instance. Without these,
    /// objects that are named after the same parameter belong to one output.
    private static func channel(
        of draft: InstallationReader.Object,
        device: InstallationReader.Device
    ) -> String? {
        device.channels.first { $0.objects.contains(draft.reference) }?.reference ?? draft.channel
            ?? ObjectReference.module(draft.reference)
    }
}
