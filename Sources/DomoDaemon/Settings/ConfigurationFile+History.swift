import DomoLanguage
import DomoYAML

extension ConfigurationFile {
    mutating func history(_ node: YAMLNode) -> Configuration.History {
        var history = Configuration.History()
        if node.scalar == "off" {
            history.isOff = true
            return history
        }
        let entries = yaml.mapping(node, "history", keys: ["file", "keep", "size", "durable", "elements", "off"])
        if let node = entries["off"] { history.isOff = yesOrNo(node, "off") ?? false }
        if let node = entries["durable"] { history.isDurable = yesOrNo(node, "durable") ?? false }
        history.file = entries["file"].flatMap { yaml.text($0, "file").map(own) }
        if let node = entries["keep"], let keep = duration(node, "keep") {
            history.keep = keep
            if !Configuration.History.keeps.contains(keep) {
                yaml.fault(node, "keep is out of range", "1d–36500d")
            }
        }
        if let node = entries["size"], let size = size(node, "size") {
            history.size = size
            if !Configuration.History.sizes.contains(size) {
                yaml.fault(node, "the size is out of range", "1MiB–1024GiB")
            }
        }
        for (path, node, _) in yaml.entries(entries["elements"], "elements") {
            let entries = yaml.mapping(node, "the history of \(path)", keys: ["deadband", "at-most-every"])
            var element = Configuration.History.Element(path: path)
            if let node = entries["deadband"] {
                element.deadband = node.scalar.flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
                if element.deadband == nil {
                    yaml.fault(node, "deadband is not a number of 0 or more", "write deadband: 0.5")
                }
            }
            if let node = entries["at-most-every"] {
                element.atMostEvery = duration(node, "at-most-every")
                if let every = element.atMostEvery, every > .seconds(86_400) {
                    yaml.fault(node, "at-most-every is out of range", "0s–1d")
                }
            }
            history.elements.append(element)
        }
        return history
    }

    /// Reads a size in bytes, with units in powers of 1024: `512MiB`.
    mutating func size(_ node: YAMLNode, _ what: String) -> Int? {
        let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)]
        if let text = node.scalar, let unit = units.first(where: { text.hasSuffix($0.0) }) {
            let digits = text.dropLast(3)
            if (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(digits)
            {
                return number * unit.1
            }
        }
        yaml.fault(node, "\(what) is not a size", "write 512MiB or 2GiB")
        return nil
    }
}
