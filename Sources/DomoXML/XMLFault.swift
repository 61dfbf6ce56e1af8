import CLibXML2

/// A fault that the parser found, in plain words.
struct XMLFault {
    var found: String
    var expected: String

    static let encoding = XMLFault(
        "invalid bytes for the encoding of the file",
        "expected UTF-8, or the encoding in <?xml … encoding=\"…\"?>"
    )

    init(_ found: String, _ expected: String) {
        self.found = found
        self.expected = expected
    }

    /// - Returns: nil if it is not a fault of a house file: a warning, or a namespace name that is not a valid URI.
    init?(_ error: xmlError) {
        guard error.level != XML_ERR_WARNING, error.level != XML_ERR_NONE else { return nil }
        func name(_ text: UnsafeMutablePointer<CChar>?) -> String { text.map { shortened(String(cString: $0)) } ?? "?" }
        switch xmlParserErrors(UInt32(error.code)) {
        case XML_WAR_NS_URI, XML_WAR_NS_URI_RELATIVE:
            return nil
        case XML_NS_ERR_UNDEFINED_NAMESPACE:
            self.init(
                "undefined namespace prefix \(name(error.str1))",
                "expected xmlns:\(name(error.str1))=\"urn:domo:house:1\" (for KNX \"urn:domo:knx:1\") in the first tag"
            )
        case XML_ERR_ATTRIBUTE_REDEFINED:
            let whole = name(error.str1) + (error.str2 == nil ? "" : ":\(name(error.str2))")
            self.init("duplicate attribute \(whole)", "remove one of them")
        case XML_NS_ERR_ATTRIBUTE_REDEFINED:
            self.init("duplicate attribute \(name(error.str1))", "remove one of them")
        case XML_NS_ERR_XML_NAMESPACE, XML_NS_ERR_EMPTY, XML_NS_ERR_COLON, XML_NS_ERR_QNAME, XML_ERR_NS_DECL_ERROR:
            self.init("invalid namespace declaration", "expected xmlns:prefix=\"name\"")
        case XML_ERR_NO_MEMORY:
            self.init("out of memory", "use a smaller file")
        case XML_ERR_TAG_NAME_MISMATCH:
            let opened = name(error.str1)
            self.init(
                "</\(name(error.str2))> does not match <\(opened)>\(error.int1 > 0 ? " of line \(error.int1)" : "")",
                "expected </\(opened)>"
            )
        case XML_ERR_DOCUMENT_EMPTY:
            self.init("this is not XML", "expected <Viviendas> or <Houses>")
        case XML_ERR_DOCUMENT_END:
            self.init("content after the root element", "expected nothing there")
        case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
            self.init(
                "undefined entity &\(name(error.str1));",
                "expected &amp; &lt; &gt; &quot; &apos; or a number like &#233;"
            )
        case XML_ERR_NAME_REQUIRED where error.str1 == nil, XML_ERR_ENTITYREF_SEMICOL_MISSING,
            XML_ERR_ENTITYREF_NO_NAME:
            self.init("stray < or &", "write &lt; or &amp; in a text")
        case XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_HEX_CHARREF, XML_ERR_INVALID_DEC_CHARREF:
            self.init("invalid character reference", "expected one that XML allows, like &#233;")
        case XML_ERR_INVALID_CHAR:
            self.init("a character that XML doesn't allow", "expected text; is it another kind of file?")
        case XML_ERR_INVALID_ENCODING, XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_ERR_ENCODING_NAME,
            XML_ERR_MISSING_ENCODING, XML_I18N_NO_HANDLER, XML_I18N_CONV_FAILED, XML_I18N_NO_OUTPUT, XML_I18N_NO_NAME,
            XML_I18N_EXCESS_HANDLER:
            self = .encoding
        case XML_ERR_LT_IN_ATTRIBUTE:
            self.init("< in an attribute value", "expected the closing quote, or &lt;")
        case XML_ERR_ATTRIBUTE_NOT_STARTED, XML_ERR_ATTRIBUTE_WITHOUT_VALUE, XML_ERR_ATTRIBUTE_NOT_FINISHED:
            self.init("attribute without a quoted value", "expected name=\"value\"")
        case XML_ERR_SPACE_REQUIRED:
            self.init("missing space in a tag", "expected a space between attributes")
        case XML_ERR_GT_REQUIRED, XML_ERR_LTSLASH_REQUIRED, XML_ERR_LT_REQUIRED, XML_ERR_TAG_NOT_FINISHED:
            self.init("unclosed tag", "expected >")
        case XML_ERR_MISPLACED_CDATA_END:
            self.init("]]> in a text", "expected ]]&gt;")
        case XML_ERR_CDATA_NOT_FINISHED:
            self.init("unclosed <![CDATA[", "expected ]]>")
        case XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_HYPHEN_IN_COMMENT:
            self.init("unclosed comment, or -- in a comment", "expected <!-- text -->")
        case XML_ERR_PI_NOT_STARTED, XML_ERR_PI_NOT_FINISHED:
            self.init("unclosed <?", "expected ?>")
        case XML_ERR_RESERVED_XML_NAME:
            self.init(
                "<?xml …?> is not at the start of the file",
                "move it to the very start, before any space, or remove it"
            )
        case XML_ERR_XMLDECL_NOT_STARTED, XML_ERR_XMLDECL_NOT_FINISHED, XML_ERR_VERSION_MISSING,
            XML_ERR_UNKNOWN_VERSION,
            XML_ERR_STANDALONE_VALUE, XML_ERR_EQUAL_REQUIRED, XML_ERR_STRING_NOT_STARTED, XML_ERR_STRING_NOT_CLOSED:
            self.init("invalid <?xml …?> line", "expected <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        case XML_ERR_NAME_TOO_LONG:
            self.init("the name of a tag or attribute is too long", "expected a few letters")
        default:
            self.init("this is not well-formed XML", "expected a tag or a text")
        }
    }
}
