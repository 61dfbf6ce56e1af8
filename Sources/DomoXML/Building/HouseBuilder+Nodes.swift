import DomoModel

// Elements in the kept namespaces.
extension HouseBuilder {
    mutating func openNode(
        _ name: UnsafePointer<UInt8>,
        namespace: UnsafePointer<UInt8>?,
        attributes: XMLAttributes
    ) {
        let position = locator.startTag
        var node = ExtensionNode(
            namespace: namespace.map { String(cString: $0) } ?? "",
            name: String(cString: name),
            owner: Self.openOwner,
            file: file,
            line: Int(position.line),
            column: Int(position.column)
        )
        for attribute in attributes {
            let name = String(cString: attribute.name)
            if attribute.prefix == nil {
                node.attributes.append(.init(name: name, value: attribute.text))
            } else if attribute.namespace == namespace {
                fail(
                    at: position,
                    "the attribute \(shortened(name)) of <\(shortened(node.name))> has a prefix",
                    "remove the prefix"
                )
            }
        }
        openNodes.append(node)
    }

    mutating func closeNode() {
        let node = openNodes.removeLast()
        if let parent = openNodes.indices.last {
            openNodes[parent].children.append(node)
        } else {
            if !element.isOpen { places[places.count - 1].nodes.append(nodes.count) }
            nodes.append(node)
        }
    }

    mutating func refuseNode(_ name: UnsafePointer<UInt8>, in context: HouseContext) {
        fail(
            at: locator.startTag,
            "misplaced element <\(shortened(String(cString: name)))> in \(context.tag(in: language))",
            "expected it in a house, a sector, a device or a service"
        )
    }

    var missingEndOfNode: String {
        guard let node = openNodes.last else { return "" }
        return "expected the end tag of <\(shortened(node.name))> of line \(node.line)"
    }

    // MARK: Owners

    /// The owner of a node while it is not known.
    private static var openOwner: ExtensionNode.Owner { .place(path: "") }

    /// Sets the owner of a place's nodes when the place ends: all names are known then.
    mutating func setOwner(ofNodesIn place: OpenPlace) {
        let owner = ExtensionNode.Owner.place(path: pathOfPlaces)
        for number in place.nodes { nodes[number].setOwner(owner) }
    }

    mutating func setOwnerOfElementNodes() {
        let firstNode = element.firstNode
        var path = pathOfPlaces
        if element.isPart { path += "\(ElementPath.separator)\(owner.name.text)" }
        let element = ExtensionNode.Owner.element(path: "\(path)\(ElementPath.separator)\(element.name.text)")
        for number in firstNode..<nodes.count where nodes[number].owner == Self.openOwner {
            nodes[number].setOwner(element)
        }
    }

    private var pathOfPlaces: String {
        places.map(\.name.text).joined(separator: String(ElementPath.separator))
    }
}

extension ExtensionNode {
    fileprivate mutating func setOwner(_ owner: Owner) {
        self.owner = owner
        for number in children.indices { children[number].setOwner(owner) }
    }
}
