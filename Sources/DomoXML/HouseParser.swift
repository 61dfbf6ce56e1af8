import CLibXML2

/// libxml2's push parser, which reports to a builder.
///
/// It never fetches anything, defines no entities, and writes nothing to standard error.
final class HouseParser {
    /// The maximum length in bytes of a tag, comment or processing instruction, which libxml2 keeps in memory as a
    /// whole.
    static let maxToken = 1 << 20

    /// The maximum length of a character in bytes in any encoding. If this many bytes can't be converted, they are
    /// invalid and not just incomplete.
    private static let maxCharacter = 4

    private let parser: xmlParserCtxtPtr
    /// A pointer, to avoid Swift's exclusivity checks: the parser calls back several hundred thousand times for a big
    /// file.
    private let builder: UnsafeMutablePointer<HouseBuilder>
    private var isEmpty = true
    /// Set by the first fault after which the parser's reports are meaningless.
    private var isBroken = false
    /// The faults about undefined prefixes so far.
    private var undefinedPrefixes: Set<String> = []

    init(file: String, keeping namespaces: [String]) {
        xmlInitParser()
        var handlers = xmlSAXHandler()
        handlers.initialized = UInt32(XML_SAX2_MAGIC)
        handlers.startElementNs = startElement
        handlers.endElementNs = endElement
        // White space between tags is reported like other text, so that the parser need not distinguish them.
        handlers.characters = characters
        handlers.ignorableWhitespace = characters
        handlers.cdataBlock = section
        handlers.internalSubset = documentType
        domo_xml_set_fault_handler(&handlers, fault)
        // Nil means out of memory, which ends a Swift program anyway.
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
        // Initially the user data is the parser itself.
        parser.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        builder.deinitialize(count: 1)
        builder.deallocate()
        xmlFreeParserCtxt(parser)
    }

    /// Whether the rest of the file can't change the result.
    var isStopped: Bool { isBroken || builder.pointee.isStopped }

    func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isStopped, !bytes.isEmpty else { return }
        isEmpty = false
        push(bytes)
        guard !isStopped else { return }
        if builder.pointee.locator.unreadCount > Self.maxToken {
            stop("unclosed tag or comment", "expected its end within \(Self.maxToken) bytes")
        } else if builder.pointee.locator.unconvertedCount > Self.maxToken {
            // libxml2 buffers everything from the first byte that it can't convert.
            stop(XMLFault.encoding.found, XMLFault.encoding.expected)
        }
    }

    func finish() -> HouseReading {
        if isEmpty {
            stop("the file is empty", "expected <Viviendas> or <Houses>")
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

    /// Whether all bytes were fed, so that a fault may be caused by the end of the file.
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

    fileprivate func handle(_ error: xmlError) {
        guard !isStopped, var fault = XMLFault(error) else { return }
        guard error.level == XML_ERR_FATAL || error.domain == CInt(XML_FROM_I18N.rawValue) else {
            // Namespace errors are reported with their tag, and a prefix that is missing everywhere once.
            let isUndefined = error.code == CInt(XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue)
            guard !isUndefined || undefinedPrefixes.insert(fault.found).inserted else { return }
            let position = builder.pointee.locator.startTag
            return builder.pointee.fail(at: position, fault.found, fault.expected)
        }
        if error.code == CInt(XML_ERR_INVALID_CHAR.rawValue), builder.pointee.locator.isAtWideCharacter {
            fault = .encoding
        }
        if error.code == CInt(XML_ERR_TAG_NAME_MISMATCH.rawValue), let start = error.str1, let end = error.str2,
            builder.pointee.isMisspelled(startTag: String(cString: start), endTag: String(cString: end))
        {
            isBroken = true
            return builder.pointee.stop()
        }
        if isAtEnd, builder.pointee.locator.unconvertedCount >= Self.maxCharacter {
            fault = .encoding
        } else if isCausedByEnd(error) {
            fault = XMLFault("unexpected end of file", builder.pointee.missingEnd)
        }
        stop(fault.found, fault.expected)
    }

    /// Whether a fault is only caused by the end of the file.
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

/// Passes a callback to its parser. The callbacks run inside `guarded`, which keeps the parser alive.
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
    withParser(context) { $0.handle(error.pointee) }
}
