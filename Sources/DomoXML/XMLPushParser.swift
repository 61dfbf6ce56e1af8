import CLibXML2

/// libxml2's push parser: bytes in, reports out, in memory that does not grow with the file. Subclasses handle the
/// reports.
///
/// It never fetches anything, defines no entities but the five of XML, and writes nothing to standard error.
open class XMLPushParser {
    let context: xmlParserCtxtPtr
    private var bound = XMLTagBound()

    public init() {
        xmlInitParser()
        var handlers = xmlSAXHandler()
        handlers.initialized = UInt32(XML_SAX2_MAGIC)
        handlers.startElementNs = reportStart
        handlers.endElementNs = reportEnd
        // White space between tags is reported like other text, so that the parser need not distinguish them.
        handlers.characters = reportText
        handlers.ignorableWhitespace = reportText
        handlers.cdataBlock = reportSection
        handlers.internalSubset = reportDocumentType
        domo_xml_set_fault_handler(&handlers, reportFault)
        // Nil means out of memory, which ends a Swift program anyway.
        context = xmlCreatePushParserCtxt(&handlers, nil, nil, 0, nil)!
        // Without NOENT, `&amp;` in an attribute is reported as `&#38;`. It is safe: no handler defines other entities.
        xmlCtxtUseOptions(context, CInt(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue))
        // Initially the user data is the parser itself.
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { xmlFreeParserCtxt(context) }

    /// The line up to which the file is read, from 1; 0 before its first byte.
    public final var line: Int { Int(context.pointee.input?.pointee.line ?? 0) }

    /// Parses the next bytes of the file.
    public final func push(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        guard !bound.isExceeded(in: bytes) else { return tooManyAttributes() }
        guarded {
            _ = xmlParseChunk(context, bytes.assumingMemoryBound(to: CChar.self).baseAddress, CInt(bytes.count), 0)
        }
    }

    /// Ends the file.
    public final func pushEnd() { guarded { _ = xmlParseChunk(context, nil, 0, 1) } }

    /// Stops the parser: it reports nothing more.
    public final func stopParsing() { xmlStopParser(context) }

    private func guarded(_ body: () -> Void) {
        let former = domo_xml_replace_thread_handlers(reportFault, Unmanaged.passUnretained(self).toOpaque())
        body()
        domo_xml_restore_thread_handlers(former)
    }

    // MARK: Reports

    /// Handles a start tag.
    ///
    /// - Parameters:
    ///   - name: the name without its prefix. A file's equal names have the same address.
    ///   - namespace: the namespace of the prefix, or the default namespace.
    ///   - attributes: only valid during the call.
    open func start(
        _ name: UnsafePointer<UInt8>,
        prefix: UnsafePointer<UInt8>?,
        namespace: UnsafePointer<UInt8>?,
        attributes: XMLAttributes
    ) {}

    /// Handles the end of an element.
    open func end() {}

    /// Handles a piece of text.
    ///
    /// - Parameter isSection: whether it is a CDATA section, or a part of one.
    open func characters(_ bytes: UnsafeBufferPointer<UInt8>, isSection: Bool) {}

    /// Handles a document type. The parser goes on, unless it is stopped.
    open func documentType() {}

    /// Handles a tag with too many attributes: what was pushed with it is not read. The parser is to be stopped.
    open func tooManyAttributes() { malformed() }

    /// Handles a fault after which a file is not well-formed.
    open func malformed() {}

    /// Handles any fault.
    func handle(_ error: xmlError) { if error.level == XML_ERR_FATAL { malformed() } }
}

/// Passes a callback to its parser. The callbacks run inside `guarded`, which keeps the parser alive.
@inline(__always)
private func withParser(_ context: UnsafeMutableRawPointer?, _ body: (XMLPushParser) -> Void) {
    guard let context else { return }
    Unmanaged<XMLPushParser>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
}

private let reportStart: startElementNsSAX2Func = {
    context,
    name,
    prefix,
    namespace,
    _,
    _,
    attributeCount,
    _,
    attributes in
    guard let name else { return }
    let attributes = XMLAttributes(count: Int(attributeCount), fields: attributes)
    withParser(context) { $0.start(name, prefix: prefix, namespace: namespace, attributes: attributes) }
}

private let reportEnd: endElementNsSAX2Func = { context, _, _, _ in
    withParser(context) { $0.end() }
}

private let reportSection: cdataBlockSAXFunc = { context, text, count in
    withParser(context) { $0.characters(UnsafeBufferPointer(start: text, count: Int(count)), isSection: true) }
}

private let reportText: charactersSAXFunc = { context, text, count in
    withParser(context) { $0.characters(UnsafeBufferPointer(start: text, count: Int(count)), isSection: false) }
}

private let reportDocumentType: internalSubsetSAXFunc = { context, _, _, _ in
    withParser(context) { $0.documentType() }
}

private let reportFault: domo_xml_fault_handler = { context, error in
    guard let error else { return }
    withParser(context) { $0.handle(error.pointee) }
}
