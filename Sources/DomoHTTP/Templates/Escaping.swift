import DomoEngine
import DomoModel

/// How the value of a placeholder is escaped.
enum Escaping: Sendable, Equatable {
    /// Percent-encoded, in paths and queries. `{url}` is not escaped.
    case url
    case form
    case header
    case json
    case xml
    case none
}

extension Template {
    /// Appends the text with its placeholders filled in. In a form, a secret is escaped too.
    func render(_ values: TemplateValues, as escaping: Escaping, into bytes: inout [UInt8]) throws(SignalFault) {
        if secrecy != .open {
            values.trace?.touch()
            if values.isMasked { return bytes.append(contentsOf: "***".utf8) }
        }
        for segment in segments {
            switch segment {
            case .literal(let text) where secrecy != .open && escaping == .form:
                PercentEncoding.append(text, to: &bytes)
            case .literal(let text): bytes.append(contentsOf: text.utf8)
            case .placeholder(let placeholder):
                let text = try values.text(for: placeholder)
                // What looks like a mask is shown as one.
                if let trace = values.trace, text.utf8.contains(UInt8(ascii: "*")) { trace.touch() }
                if values.isMasked, placeholder.isSecret || text == "***" {
                    bytes.append(contentsOf: text.utf8)
                    continue
                }
                switch escaping {
                case .url where placeholder.name == "url", .none: bytes.append(contentsOf: text.utf8)
                case .url, .form: PercentEncoding.append(text, to: &bytes, isMasked: values.isMasked)
                case .header: try Self.appendHeader(text, of: placeholder, to: &bytes)
                case .json where placeholder.isInString: Self.appendJSON(text, to: &bytes)
                case .json: try Self.appendBare(text, of: placeholder, values, to: &bytes)
                case .xml: try Self.appendXML(text, of: placeholder, to: &bytes)
                }
            }
        }
    }

    /// RFC 9110, section 5.5: no control characters, above all no line breaks.
    private static func appendHeader(
        _ text: String,
        of placeholder: Placeholder,
        to bytes: inout [UInt8]
    ) throws(SignalFault) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw SignalFault(message: "{\(placeholder.name)} contains a control character, which a header can't")
        }
        bytes.append(contentsOf: text.utf8)
    }

    /// RFC 8259, section 7.
    private static func appendJSON(_ text: String, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            default: bytes.append(byte)
            }
        }
    }

    /// Outside a string, only a number or one of three words is valid (RFC 8259, sections 3 and 6).
    private static func appendBare(
        _ text: String,
        of placeholder: Placeholder,
        _ values: TemplateValues,
        to bytes: inout [UInt8]
    ) throws(SignalFault) {
        let isWord = ["true", "false", "null"].contains(text)
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let whole = digits.prefix { ("0"..."9").contains($0) }
        let isNumber =
            NumberRange.number(text) != nil && !whole.isEmpty && (whole.count == 1 || !whole.hasPrefix("0"))
            && !text.hasSuffix(".") && !text.holds(".e") && !text.holds(".E")
        guard isWord || isNumber || (values.isMasked && text == "***") else {
            throw values.noNumber(text, placeholder)
        }
        bytes.append(contentsOf: text.utf8)
    }

    /// XML 1.0, sections 2.2 and 2.4: valid in a text and in an attribute's value.
    private static func appendXML(
        _ text: String,
        of placeholder: Placeholder,
        to bytes: inout [UInt8]
    ) throws(SignalFault) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            case "'": bytes.append(contentsOf: "&#39;".utf8)
            case "\t", "\n", "\r": bytes.append(contentsOf: "&#\(scalar.value);".utf8)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}":
                throw SignalFault(message: "{\(placeholder.name)} contains a character that XML can't")
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}
