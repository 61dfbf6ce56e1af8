import CLibXML2
import DomoLanguage

/// Handles the events of a file, in order.
protocol XMLHandler: AnyObject {
    /// - Parameter name: the name without its prefix.
    func start(_ name: String, _ attributes: XMLAttributes)
    func end(_ name: String)
    func text(_ text: String)
    /// The namespace of the root.
    func root(namespace: String?)
}

extension XMLHandler {
    func end(_ name: String) {}
    func text(_ text: String) {}
    func root(namespace: String?) {}
}

/// libxml2's push parser: bytes in, events out, in memory that does not grow with the file. Nothing is ever fetched. A
/// document type is refused, and therefore every entity but the five predefined ones.
final class XMLStream {
    private let parser: xmlParserCtxtPtr
    private let handler: any XMLHandler
    private let file: String
    /// libxml2 interns names, so their addresses identify them.
    private var names: [UnsafePointer<xmlChar>: String] = [:]
    private var open: [String] = []
    private var fault: Fault?

    /// - Parameter file: the name of the file for faults.
    init(file: String, handler: any XMLHandler) {
        xmlInitParser()
        var handlers = xmlSAXHandler()
        handlers.initialized = UInt32(XML_SAX2_MAGIC)
        handlers.startElementNs = startElement
        handlers.endElementNs = endElement
        handlers.characters = characters
        handlers.cdataBlock = characters
        handlers.internalSubset = documentType
        domo_xml_set_fault_handler(&handlers, takeFault)
        // Nil means out of memory, which ends a Swift program anyway.
        parser = xmlCreatePushParserCtxt(&handlers, nil, nil, 0, nil)!
        // Without NOENT, `&amp;` in an attribute is reported as `&#38;`. It is safe, because a document type, which
        // could define other entities, is refused.
        xmlCtxtUseOptions(parser, CInt(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue))
        self.handler = handler
        self.file = file
        parser.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { xmlFreeParserCtxt(parser) }

    func feed(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        if let fault { throw fault }
        guard !bytes.isEmpty else { return }
        guarded {
            _ = xmlParseChunk(parser, bytes.assumingMemoryBound(to: CChar.self).baseAddress, CInt(bytes.count), 0)
        }
        if let fault { throw fault }
    }

    func finish() throws(Fault) {
        if let fault { throw fault }
        guarded { _ = xmlParseChunk(parser, nil, 0, 1) }
        if let fault { throw fault }
    }

    static func read(_ bytes: [UInt8], file: String, handler: any XMLHandler) throws(Fault) {
        let stream = XMLStream(file: file, handler: handler)
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = rest.prefix(1 << 20)
            var failure: Fault?
            block.withUnsafeBytes { bytes in
                do throws(Fault) { try stream.feed(bytes) } catch { failure = error }
            }
            if let failure { throw failure }
            rest = rest.dropFirst(block.count)
        }
        try stream.finish()
    }

    private func guarded(_ body: () -> Void) {
        let former = domo_xml_replace_thread_handlers(takeFault, Unmanaged.passUnretained(self).toOpaque())
        body()
        domo_xml_restore_thread_handlers(former)
    }

    // MARK: What the parser reports

    fileprivate func start(
        _ name: UnsafePointer<xmlChar>,
        _ namespace: UnsafePointer<xmlChar>?,
        _ attributes: XMLAttributes
    ) {
        guard fault == nil else { return }
        let name = self.name(name)
        if open.isEmpty { handler.root(namespace: namespace.map { String(cString: $0) }) }
        open.append(name)
        handler.start(name, attributes)
    }

    fileprivate func end() {
        guard fault == nil, let name = open.popLast() else { return }
        handler.end(name)
    }

    fileprivate func text(_ bytes: UnsafeBufferPointer<xmlChar>) {
        guard fault == nil else { return }
        handler.text(String(decoding: bytes, as: UTF8.self))
    }

    fileprivate func refuse(_ message: String) {
        guard fault == nil else { return }
        let line = parser.pointee.input?.pointee.line ?? 0
        fault = Fault(.badModel, "\(file), line \(line): \(message)")
        xmlStopParser(parser)
    }

    fileprivate func note(_ error: xmlError) {
        guard error.level == XML_ERR_FATAL else { return }
        refuse("this is not well-formed XML")
    }

    private func name(_ pointer: UnsafePointer<xmlChar>) -> String {
        if let known = names[pointer] { return known }
        let name = String(cString: pointer)
        names[pointer] = name
        return name
    }
}

/// Passes a callback to its stream. The callbacks run inside `guarded`, which keeps the stream alive.
private func withStream(_ context: UnsafeMutableRawPointer?, _ body: (XMLStream) -> Void) {
    guard let context else { return }
    Unmanaged<XMLStream>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
}

private let startElement: startElementNsSAX2Func = { context, name, _, namespace, _, _, count, _, attributes in
    guard let name else { return }
    withStream(context) { $0.start(name, namespace, XMLAttributes(count: Int(count), fields: attributes)) }
}

private let endElement: endElementNsSAX2Func = { context, _, _, _ in
    withStream(context) { $0.end() }
}

private let characters: charactersSAXFunc = { context, text, count in
    withStream(context) { $0.text(UnsafeBufferPointer(start: text, count: Int(count))) }
}

private let documentType: internalSubsetSAXFunc = { context, _, _, _ in
    withStream(context) { $0.refuse("the file has a <!DOCTYPE>, which no export of ETS or linknx has") }
}

private let takeFault: domo_xml_fault_handler = { context, error in
    guard let error else { return }
    withStream(context) { $0.note(error.pointee) }
}
