import CLibXML2

/// libxml2's push parser and the builder that it reports to.
///
/// Nothing is ever fetched, no entity is ever defined, and nothing is written to the standard error.
final class HouseParser {
    /// A tag, comment or processing instruction longer than this many bytes is refused: libxml2 keeps it whole.
    static let longestToken = 1 << 20

    /// No encoding has characters of more bytes: where as many can't be converted, they are wrong and not cut short.
    private static let longestCharacter = 4

    private let parser: xmlParserCtxtPtr
    /// Behind a pointer: the parser calls back several hundred thousand times for a big file, and Swift would ask each time
    /// whether nobody else is changing it.
    private let builder: UnsafeMutablePointer<HouseBuilder>
    private var isEmpty = true
    /// Set by the first fault after which there is no more sense in what the parser reports.
    private var isBroken = false

    init(file: String, keeping namespaces: [String]) {
        xmlInitParser()
        var handlers = xmlSAXHandler()
        handlers.initialized = UInt32(XML_SAX2_MAGIC)
        handlers.startElementNs = startElement
        handlers.endElementNs = endElement
        // White space between tags comes the same way as other text, which saves the parser telling them apart.
        handlers.characters = characters
        handlers.ignorableWhitespace = characters
        handlers.cdataBlock = section
        handlers.internalSubset = documentType
        domo_xml_set_fault_handler(&handlers, fault)
        // Nil means that there is no memory left, which ends a Swift program elsewhere too.
        let parser = xmlCreatePushParserCtxt(&handlers, nil, nil, 0, nil)!
        xmlCtxtUseOptions(parser, CInt(XML_PARSE_NONET.rawValue))
        self.parser = parser
        builder = .allocate(capacity: 1)
        builder.initialize(
            to: HouseBuilder(
                file: file,
                locator: Locator(parser),
                vocabulary: Vocabulary(parser.pointee.dict, keeping: namespaces)
            )
        )
        // The parser takes itself for its user data at first, so it is set when there is somebody to report to.
        parser.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        builder.deinitialize(count: 1)
        builder.deallocate()
        xmlFreeParserCtxt(parser)
    }

    /// Whether what follows can't change the result.
    var isStopped: Bool { isBroken || builder.pointee.isStopped }

    func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isStopped, !bytes.isEmpty else { return }
        isEmpty = false
        push(bytes)
        guard !isStopped else { return }
        if builder.pointee.locator.unreadCount > Self.longestToken {
            stop("a tag or comment without end", "one has at most \(Self.longestToken) bytes")
        } else if builder.pointee.locator.unconvertedCount > Self.longestToken {
            // What can't be converted is kept, and all that follows it.
            stop(XMLFault.encoding.found, XMLFault.encoding.expected)
        }
    }

    func finish() -> HouseReading {
        if isEmpty {
            stop("the file is empty", "expected <Viviendas>")
        } else if !isStopped {
            isAtEnd = true
            guarded { _ = xmlParseChunk(parser, nil, 0, 1) }
        }
        builder.pointee.checkPendingNames()
        let diagnostics = builder.pointee.diagnostics.sorted
        let hasErrors = builder.pointee.diagnostics.hasErrors
        return HouseReading(
            houses: hasErrors ? [] : builder.pointee.houses,
            origins: hasErrors ? [] : builder.pointee.origins,
            diagnostics: diagnostics,
            extensions: hasErrors ? [] : builder.pointee.nodes
        )
    }

    /// The bytes are all there: a fault now is that they end too soon.
    private var isAtEnd = false

    private func push(_ bytes: UnsafeBufferPointer<UInt8>) {
        guarded {
            _ = bytes.withMemoryRebound(to: CChar.self) { xmlParseChunk(parser, $0.baseAddress, CInt($0.count), 0) }
        }
    }

    private func guarded(_ body: () -> Void) {
        let former = domo_xml_replace_thread_handlers(fault, Unmanaged.passUnretained(self).toOpaque())
        body()
        domo_xml_restore_thread_handlers(former)
    }

    private func stop(at position: SourcePosition? = nil, _ found: String, _ expected: String) {
        isBroken = true
        let position = position ?? builder.pointee.locator.current
        builder.pointee.fail(at: position, found, expected)
        builder.pointee.stop()
    }

    fileprivate func take(_ error: xmlError) {
        guard !isStopped, var fault = XMLFault(error) else { return }
        guard error.level == XML_ERR_FATAL || error.domain == CInt(XML_FROM_I18N.rawValue) else {
            // The parser tells of namespaces, with the tag that they stand in.
            let position = builder.pointee.locator.startTag
            return builder.pointee.fail(at: position, fault.found, fault.expected)
        }
        if error.code == CInt(XML_ERR_INVALID_CHAR.rawValue), builder.pointee.locator.isAtWideCharacter {
            fault = .encoding
        }
        if isAtEnd, builder.pointee.locator.unconvertedCount >= Self.longestCharacter {
            fault = .encoding
        } else if isCausedByEnd(error) {
            fault = XMLFault("the file ends too soon", builder.pointee.missingEnd)
        }
        stop(fault.found, fault.expected)
    }

    /// Whether a fault is no more than the lack of what should follow.
    private func isCausedByEnd(_ error: xmlError) -> Bool {
        guard isAtEnd, error.domain != CInt(XML_FROM_I18N.rawValue) else { return false }
        guard !builder.pointee.hasRoot || builder.pointee.depth > 0 else { return false }
        switch xmlParserErrors(UInt32(error.code)) {
        case XML_ERR_DOCUMENT_END: return true
        case XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_CDATA_NOT_FINISHED, XML_ERR_PI_NOT_FINISHED: return false
        default: return builder.pointee.locator.isAtEnd
        }
    }

    fileprivate func refuseDocumentType() {
        guard !isStopped else { return }
        let position = builder.pointee.locator.startTag
        stop(
            at: position,
            "the file has a <!DOCTYPE>",
            "expected none: a house file defines no entities and names no other files"
        )
    }

    @inline(__always)
    fileprivate func withBuilder(_ body: (inout HouseBuilder) -> Void) { body(&builder.pointee) }
}

/// Finds the parser that a callback belongs to. The callbacks run inside of `guarded`, and the parser lives as long.
@inline(__always)
private func withParser(_ context: UnsafeMutableRawPointer?, _ body: (HouseParser) -> Void) {
    guard let context else { return }
    Unmanaged<HouseParser>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
}

private let startElement: startElementNsSAX2Func = {
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
    withParser(context) { parser in
        parser.withBuilder {
            $0.start(
                name,
                prefix: prefix,
                namespace: namespace,
                attributes: Attributes(count: Int(attributeCount), fields: attributes)
            )
        }
    }
}

private let endElement: endElementNsSAX2Func = { context, _, _, _ in
    withParser(context) { $0.withBuilder { $0.end() } }
}

private let section: cdataBlockSAXFunc = { context, text, count in
    withParser(context) {
        $0.withBuilder { $0.characters(UnsafeBufferPointer(start: text, count: Int(count)), isSection: true) }
    }
}

private let characters: charactersSAXFunc = { context, text, count in
    withParser(context) {
        $0.withBuilder { $0.characters(UnsafeBufferPointer(start: text, count: Int(count))) }
    }
}

private let documentType: internalSubsetSAXFunc = { context, _, _, _ in
    withParser(context) { $0.refuseDocumentType() }
}

private let fault: domo_xml_fault_handler = { context, error in
    guard let error else { return }
    withParser(context) { $0.take(error.pointee) }
}
