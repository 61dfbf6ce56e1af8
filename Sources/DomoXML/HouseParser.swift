import CLibXML2

/// Parses a house file, and reports to a builder.
final class HouseParser: XMLPushParser {
    /// The maximum length in bytes of a tag, comment or processing instruction, which libxml2 keeps in memory as a
    /// whole.
    static let maxToken = 1 << 20

    /// The maximum length of a character in bytes in any encoding. If this many bytes can't be converted, they are
    /// invalid and not just incomplete.
    private static let maxCharacter = 4

    /// A pointer, to avoid Swift's exclusivity checks: the parser calls back several hundred thousand times for a big
    /// file.
    private let builder: UnsafeMutablePointer<HouseBuilder>
    private var isEmpty = true
    /// Set by the first fault after which the parser's reports are meaningless.
    private var isBroken = false
    /// The faults about undefined prefixes so far.
    private var undefinedPrefixes: Set<String> = []

    init(file: String, keeping namespaces: [String]) {
        builder = .allocate(capacity: 1)
        super.init()
        builder.initialize(
            to: HouseBuilder(
                file: file,
                locator: Locator(context),
                vocabulary: Vocabulary(context.pointee.dict, keeping: namespaces)
            )
        )
    }

    deinit {
        builder.deinitialize(count: 1)
        builder.deallocate()
    }

    /// Whether the rest of the file can't change the result.
    var isStopped: Bool { isBroken || builder.pointee.isStopped }

    func parse(_ bytes: UnsafeRawBufferPointer) {
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
            pushEnd()
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

    override func tooManyAttributes() {
        stop("a tag with too many attributes", "expected at most \(XMLTagBound.maxAttributes)")
    }

    private func stop(at position: SourcePosition? = nil, _ found: String, _ expected: String) {
        isBroken = true
        let position = position ?? builder.pointee.locator.current
        builder.pointee.fail(at: position, found, expected)
        builder.pointee.stop()
    }

    // MARK: Reports

    override func start(
        _ name: UnsafePointer<UInt8>,
        prefix: UnsafePointer<UInt8>?,
        namespace: UnsafePointer<UInt8>?,
        attributes: XMLAttributes
    ) {
        builder.pointee.start(name, prefix: prefix, namespace: namespace, attributes: attributes)
    }

    override func end() { builder.pointee.end() }

    override func characters(_ bytes: UnsafeBufferPointer<UInt8>, isSection: Bool) {
        builder.pointee.characters(bytes, isSection: isSection)
    }

    override func handle(_ error: xmlError) {
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

    override func documentType() {
        guard !isStopped else { return }
        let position = builder.pointee.locator.startTag
        stop(
            at: position,
            "the file has a <!DOCTYPE>",
            "expected none: a house file defines no entities and names no other files"
        )
    }
}
