import CLibXML2

/// What the parser itself found wrong, in plain words.
struct XMLFault {
    var found: String
    var expected: String

    static let encoding = XMLFault(
        "the bytes don't fit the encoding of the file",
        "expected UTF-8, or the encoding that <?xml … encoding=\"…\"?> names"
    )

    init(_ found: String, _ expected: String) {
        self.found = found
        self.expected = expected
    }

    /// - Returns: nil for what is no fault of a house file: warnings, and namespace names that are no good addresses.
    init?(_ error: xmlError) {
        guard error.level != XML_ERR_WARNING, error.level != XML_ERR_NONE else { return nil }
        func name(_ text: UnsafeMutablePointer<CChar>?) -> String { text.map { shortened(String(cString: $0)) } ?? "?" }
        switch xmlParserErrors(UInt32(error.code)) {
        case XML_WAR_NS_URI, XML_WAR_NS_URI_RELATIVE:
            return nil
        case XML_NS_ERR_UNDEFINED_NAMESPACE:
            self.init(
                "the prefix \(name(error.str1)) stands for no namespace",
                "expected xmlns:\(name(error.str1))=\"…\""
            )
        case XML_ERR_ATTRIBUTE_REDEFINED:
            let whole = name(error.str1) + (error.str2 == nil ? "" : ":\(name(error.str2))")
            self.init("the attribute \(whole) is repeated", "an attribute occurs once in a tag")
        case XML_NS_ERR_ATTRIBUTE_REDEFINED:
            self.init("the attribute \(name(error.str1)) is repeated", "an attribute occurs once in a tag")
        case XML_NS_ERR_XML_NAMESPACE, XML_NS_ERR_EMPTY, XML_NS_ERR_COLON, XML_NS_ERR_QNAME, XML_ERR_NS_DECL_ERROR:
            self.init("a namespace is not declared as it must be", "expected xmlns:prefix=\"name\"")
        case XML_ERR_NO_MEMORY:
            self.init("there is not enough memory for the file", "try a smaller file")
        case XML_ERR_TAG_NAME_MISMATCH:
            let opened = name(error.str1)
            self.init(
                "</\(name(error.str2))> closes <\(opened)>\(error.int1 > 0 ? " of line \(error.int1)" : "")",
                "expected </\(opened)>"
            )
        case XML_ERR_DOCUMENT_EMPTY:
            self.init("no XML begins here", "expected <Viviendas>")
        case XML_ERR_DOCUMENT_END:
            self.init("the file goes on after its root", "expected nothing after </Viviendas>")
        case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
            self.init(
                "&\(name(error.str1)); stands for nothing",
                "expected &amp; &lt; &gt; &quot; &apos; or a number like &#233;"
            )
        case XML_ERR_NAME_REQUIRED where error.str1 == nil, XML_ERR_ENTITYREF_SEMICOL_MISSING,
            XML_ERR_ENTITYREF_NO_NAME:
            self.init("a < or & that begins nothing", "expected &lt; or &amp; in a text")
        case XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_HEX_CHARREF, XML_ERR_INVALID_DEC_CHARREF:
            self.init("a number of no character", "expected one like &#233; that XML allows")
        case XML_ERR_INVALID_CHAR:
            self.init("a character that XML doesn't allow", "expected text; is it another kind of file?")
        case XML_ERR_INVALID_ENCODING, XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_ERR_ENCODING_NAME,
            XML_ERR_MISSING_ENCODING, XML_I18N_NO_HANDLER, XML_I18N_CONV_FAILED, XML_I18N_NO_OUTPUT, XML_I18N_NO_NAME,
            XML_I18N_EXCESS_HANDLER:
            self = .encoding
        case XML_ERR_LT_IN_ATTRIBUTE:
            self.init("a < in an attribute", "expected the closing quote, or &lt;")
        case XML_ERR_ATTRIBUTE_NOT_STARTED, XML_ERR_ATTRIBUTE_WITHOUT_VALUE, XML_ERR_ATTRIBUTE_NOT_FINISHED:
            self.init("an attribute without a value in quotes", "expected name=\"value\"")
        case XML_ERR_SPACE_REQUIRED:
            self.init("two parts of a tag without a space between them", "expected a space")
        case XML_ERR_GT_REQUIRED, XML_ERR_LTSLASH_REQUIRED, XML_ERR_LT_REQUIRED, XML_ERR_TAG_NOT_FINISHED:
            self.init("a tag that is not closed", "expected >")
        case XML_ERR_MISPLACED_CDATA_END:
            self.init("]]> in a text", "expected ]]&gt;")
        case XML_ERR_CDATA_NOT_FINISHED:
            self.init("a <![CDATA[ that is not closed", "expected ]]>")
        case XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_HYPHEN_IN_COMMENT:
            self.init("a comment that is not closed, or holds --", "expected <!-- text -->")
        case XML_ERR_PI_NOT_STARTED, XML_ERR_PI_NOT_FINISHED:
            self.init("a <? that is not closed", "expected ?>")
        case XML_ERR_RESERVED_XML_NAME:
            self.init(
                "<?xml …?> in the midst of the file",
                "expected it at the very start, before any space, or nowhere"
            )
        case XML_ERR_XMLDECL_NOT_STARTED, XML_ERR_XMLDECL_NOT_FINISHED, XML_ERR_VERSION_MISSING,
            XML_ERR_UNKNOWN_VERSION,
            XML_ERR_STANDALONE_VALUE, XML_ERR_EQUAL_REQUIRED, XML_ERR_STRING_NOT_STARTED, XML_ERR_STRING_NOT_CLOSED:
            self.init("the <?xml …?> line is wrong", "expected <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        case XML_ERR_NAME_TOO_LONG:
            self.init("a name of a tag or attribute without end", "expected names of a few letters")
        default:
            self.init("this is not well-formed XML", "expected a tag or a text")
        }
    }
}
