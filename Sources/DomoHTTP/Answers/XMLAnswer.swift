import CLibXML2

/// Extracts values from an XML answer with XPath 1.0. Nothing is fetched, no entity is expanded, and the work is
/// bounded.
enum XMLAnswer {
    /// The maximum number of steps of one evaluation, as libxml2 counts them.
    private static let maxSteps: UInt = 200_000

    /// Returns the string values of the expressions; nil for an expression that finds nothing.
    /// - Returns: nil if the bytes are not XML, or have a document type.
    static func values(at expressions: [String], in bytes: [UInt8]) -> [String?]? {
        XMLLibrary.setUp()
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue)
        let document = bytes.withUnsafeBytes {
            domo_xml_read($0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), options)
        }
        guard let document else { return nil }
        defer { xmlFreeDoc(document) }
        guard document.pointee.intSubset == nil, document.pointee.extSubset == nil else { return nil }
        return expressions.map { value(of: $0, in: document) }
    }

    private static func value(of expression: String, in document: xmlDocPtr) -> String? {
        guard let context = xmlXPathNewContext(document) else { return nil }
        defer { xmlXPathFreeContext(context) }
        context.pointee.opLimit = maxSteps
        guard let result = domo_xml_evaluate(expression, context) else { return nil }
        defer { xmlXPathFreeObject(result) }
        let isNodes = result.pointee.type == XPATH_NODESET
        if isNodes, (result.pointee.nodesetval?.pointee.nodeNr ?? 0) == 0 { return nil }
        guard let text = xmlXPathCastToString(result) else { return nil }
        defer { domo_xml_free(text) }
        return String(cString: text)
    }

    /// Whether a text is a valid XPath expression.
    static func isExpression(_ text: String) -> Bool {
        XMLLibrary.setUp()
        guard text.utf8.count <= 1000, let compiled = domo_xml_compile(text) else { return false }
        xmlXPathFreeCompExpr(compiled)
        return true
    }

    static func isXML(_ bytes: [UInt8]) -> Bool { values(at: [], in: bytes) != nil }
}

/// Initializes libxml2 once.
private enum XMLLibrary {
    static func setUp() { _ = ready }

    private static let ready: Void = xmlInitParser()
}
