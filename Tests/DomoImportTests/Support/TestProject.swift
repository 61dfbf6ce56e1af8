import DomoKNX

@testable import DomoImport

// Projects in a few lines.
extension Project {
    /// `1/0/1 Luz salón 1.001`: an address, its name, and optionally its type. A line that ends in a colon is a main
    /// group, or a middle group if it starts with a tab.
    static func list(_ text: String) -> Project {
        var project = Project()
        var open: [Int] = []
        for line in text.split(separator: "\n") {
            if line.hasSuffix(":") {
                let isMiddle = line.hasPrefix("\t")
                let name = String(line.dropLast().drop { $0 == "\t" })
                project.ranges.append(ProjectRange(name: name, first: 0, last: 0, parent: isMiddle ? open.first : nil))
                open = isMiddle ? [open[0], project.ranges.count - 1] : [project.ranges.count - 1]
                continue
            }
            let words = line.split(separator: " ")
            guard let first = words.first, let address = GroupNotation.address(first) else { continue }
            let type = words.count > 1 && words.last!.first!.isNumber ? TypeNumber(text: words.last!) : nil
            let name = words.dropFirst().dropLast(type == nil ? 0 : 1).joined(separator: " ")
            project.groups.append(
                ProjectGroup(id: "\(address.raw)", address: address, name: name, type: type, range: open.last)
            )
        }
        project.groups.sort { $0.address.raw < $1.address.raw }
        return project
    }

    /// A device: each object as `text | function | flags | 1/0/1 0/0/1`.
    func device(_ address: String, _ objects: [String], channel: String? = nil) -> Project {
        var project = self
        var device = ProjectDevice(id: address, address: address, name: "Device \(address)")
        for (place, line) in objects.enumerated() {
            let parts = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            var object = GroupObject(reference: "O-\(place)_R-\(place)", number: place)
            object.text = parts[0]
            object.functionText = parts[1]
            object.flags = ObjectFlags(
                communicates: true,
                reads: parts[2].contains("R"),
                writes: parts[2].contains("W"),
                transmits: parts[2].contains("T"),
                updates: parts[2].contains("U")
            )
            object.links = parts[3].split(separator: " ").compactMap { GroupNotation.address($0) }
            object.channel = channel
            device.objects.append(object)
        }
        project.devices.append(device)
        return project
    }

    /// A function: `1/0/1 SwitchOnOff, 1/4/1`.
    func function(_ name: String, in space: String, type: String = "FT-1", _ references: String) -> Project {
        var project = self
        var function = ProjectFunction(id: name, name: name, type: type, space: space)
        for part in references.split(separator: ",") {
            let words = part.split(separator: " ")
            guard let address = words.first.flatMap({ GroupNotation.address($0) }) else { continue }
            function.references.append(.init(address: address, role: words.count > 1 ? String(words[1]) : "", name: ""))
        }
        project.functions.append(function)
        return project
    }

    func rooms(_ names: String..., devices: [String: [String]] = [:]) -> Project {
        var project = self
        for name in names {
            project.spaces.append(ProjectSpace(id: name, kind: "Room", name: name, devices: devices[name] ?? []))
        }
        return project
    }
}
