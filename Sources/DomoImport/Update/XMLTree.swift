import CLibXML2
import DomoLanguage
import DomoXML

/// A document in memory. Parts of it can be changed while the rest is kept: comments, order, white space.
final class XMLTree {
    let document: xmlDocPtr
    let root: xmlNodePtr

    init(_ bytes: [UInt8], file: String) throws(Fault) {
        var bound = XMLTagBound()
        guard !bytes.withUnsafeBytes({ bound.isExceeded(in: $0) }) else {
            throw Fault(.badModel, "\(file) has a tag with more than \(XMLTagBound.maxAttributes) attributes")
        }
        let document = bytes.withUnsafeBytes { buffer in
            domo_xml_read(
                buffer.assumingMemoryBound(to: CChar.self).baseAddress,
                CInt(buffer.count),
                CInt(XML_PARSE_NONET.rawValue)
            )
        }
        guard let document else { throw Fault(.badModel, "\(file) is not well-formed XML") }
        // Only the five predefined entities, so that nothing expands.
        guard document.pointee.intSubset == nil, let root = xmlDocGetRootElement(document) else {
            let hasType = document.pointee.intSubset != nil
            xmlFreeDoc(document)
            throw Fault(.badModel, hasType ? "\(file) has a <!DOCTYPE>; remove it" : "\(file) has no root element")
        }
        self.document = document
        self.root = root
    }

    deinit { xmlFreeDoc(document) }

    func text() throws(Fault) -> String {
        var memory: UnsafeMutablePointer<xmlChar>?
        var size: CInt = 0
        xmlDocDumpMemoryEnc(document, &memory, &size, "UTF-8")
        guard let memory else { throw Fault(.badModel, "out of memory for the house file") }
        defer { domo_xml_free(memory) }
        return String(decoding: UnsafeBufferPointer(start: memory, count: Int(size)), as: UTF8.self)
    }

    /// The prefix of a namespace at a node. Declares the namespace at the root if necessary.
    func prefix(of namespace: String, at node: xmlNodePtr, wanted: String) -> String {
        if let found = xmlSearchNsByHref(document, node, namespace), let prefix = found.pointee.prefix {
            return String(cString: prefix)
        }
        var prefix = wanted
        while xmlSearchNs(document, root, prefix) != nil { prefix += "x" }
        xmlNewNs(root, namespace, prefix)
        return prefix
    }

    /// A namespace at a node. Declares it at the root if necessary.
    func namespace(_ namespace: String, at node: xmlNodePtr, wanted: String) -> xmlNsPtr? {
        _ = prefix(of: namespace, at: node, wanted: wanted)
        return xmlSearchNsByHref(document, node, namespace)
    }

    /// Removes a node with its whole line.
    func removeLine(of node: xmlNodePtr) {
        removeSpace(before: node)
        node.remove()
    }

    /// Moves a node to the end of another, on a line of its own, one level deeper than it was.
    func move(_ node: xmlNodePtr, into parent: xmlNodePtr, indent: String) {
        removeSpace(before: node)
        xmlUnlinkNode(node)
        deepen(node)
        let space = xmlNewDocText(document, "\n" + indent)
        guard let anchor = parent.elements.last else {
            xmlAddChild(parent, space)
            xmlAddChild(parent, node)
            return
        }
        // In reverse order: libxml2 would merge adjacent text nodes.
        xmlAddNextSibling(anchor, node)
        xmlAddNextSibling(anchor, space)
    }

    private func removeSpace(before node: xmlNodePtr) {
        if let space = node.pointee.prev, space.pointee.type == XML_TEXT_NODE, space.trimmedContent.isEmpty {
            space.remove()
        }
    }

    /// Indents the lines in a node by two more spaces.
    private func deepen(_ node: xmlNodePtr) {
        guard node.pointee.type == XML_ELEMENT_NODE else { return }
        for inner in node.nodes {
            if inner.pointee.type == XML_TEXT_NODE, case let text = inner.content, text.contains("\n"),
                text.allSatisfy(\.isWhitespace)
            {
                xmlNodeSetContent(inner, text + "  ")
            }
            deepen(inner)
        }
    }

    /// Parses a piece of XML, and inserts it after the last element of a node or after an anchor.
    func append(_ xml: String, to parent: xmlNodePtr, after anchor: xmlNodePtr? = nil) throws(Fault) {
        var list: xmlNodePtr?
        var xml = xml
        let code = xml.withUTF8 { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                xmlParseInNodeContext(parent, $0.baseAddress, CInt($0.count), CInt(XML_PARSE_NONET.rawValue), &list)
            }
        }
        guard code == XML_ERR_OK, list != nil else {
            throw Fault(.badModel, "a new part of the house file is not XML", hint: "this is a bug in domo-import")
        }
        var new: [xmlNodePtr] = []
        while let node = list {
            list = node.pointee.next
            xmlUnlinkNode(node)
            new.append(node)
        }
        guard let anchor = anchor ?? parent.elements.last else {
            for node in new { xmlAddChild(parent, node) }
            return
        }
        // In reverse order: libxml2 would merge adjacent text nodes.
        for node in new.reversed() { xmlAddNextSibling(anchor, node) }
    }
}

extension UnsafeMutablePointer where Pointee == xmlNode {
    var name: String { pointee.name.map { String(cString: $0) } ?? "" }

    var namespace: String? { pointee.ns?.pointee.href.map { String(cString: $0) } }

    var nodes: [xmlNodePtr] {
        var nodes: [xmlNodePtr] = []
        var next = pointee.children
        while let node = next {
            nodes.append(node)
            next = node.pointee.next
        }
        return nodes
    }

    var elements: [xmlNodePtr] { nodes.filter { $0.pointee.type == XML_ELEMENT_NODE } }

    /// The text content.
    var content: String {
        guard let content = xmlNodeGetContent(self) else { return "" }
        defer { domo_xml_free(content) }
        return String(cString: content)
    }

    var trimmedContent: String { content.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    func attribute(_ name: String) -> String? {
        guard let value = xmlGetNoNsProp(self, name) else { return nil }
        defer { domo_xml_free(value) }
        return String(cString: value)
    }

    func remove() {
        xmlUnlinkNode(self)
        xmlFreeNode(self)
    }
}
