import DomoEngine
import DomoModel

/// How a text is written where a place stands.
enum Escaping: Sendable, Equatable {
    /// Percent-encoded, in paths, queries and forms. `{url}` stands as it is.
    case url
    case form
    case header
    case json
    case xml
    case none
}

extension Template {
    /// Appends the text with everything in its places. A secret in a form is data as well.
    func render(_ values: TemplateValues, as escaping: Escaping, into bytes: inout [UInt8]) throws(SignalFault) {
        if values.isMasked, secrecy != .open {
            bytes.append(contentsOf: "***".utf8)
            return
        }
        for segment in segments {
            switch segment {
            case .literal(let text) where secrecy != .open && escaping == .form:
                PercentEncoding.append(text, to: &bytes)
            case .literal(let text): bytes.append(contentsOf: text.utf8)
            case .place(let place):
                let text = try values.text(for: place)
                if values.isMasked, place.isSecret || text == "***" {
                    bytes.append(contentsOf: text.utf8)
                    continue
                }
                switch escaping {
                case .url where place.name == "url", .none: bytes.append(contentsOf: text.utf8)
                case .url, .form: PercentEncoding.append(text, to: &bytes, isMasked: values.isMasked)
                case .header: try Self.appendHeader(text, of: place, to: &bytes)
                case .json where place.isInString: Self.appendJSON(text, to: &bytes)
                case .json: try Self.appendBare(text, of: place, values, to: &bytes)
                case .xml: try Self.appendXML(text, of: place, to: &bytes)
                }
            }
        }
    }

    /// RFC 9110, section 5.5: no control characters, above all no line ends.
    private static func appendHeader(_ text: String, of place: Place, to bytes: inout [UInt8]) throws(SignalFault) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw SignalFault(message: "{\(place.name)} holds a control character, which a header can't")
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

    /// Outside of a string stands a number or one of the three words (RFC 8259, sections 3 and 6).
    private static func appendBare(
        _ text: String,
        of place: Place,
        _ values: TemplateValues,
        to bytes: inout [UInt8]
    ) throws(SignalFault) {
        let isWord = ["true", "false", "null"].contains(text)
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let whole = digits.prefix { ("0"..."9").contains($0) }
        let isNumber =
            NumberRange.number(text) != nil && !whole.isEmpty && (whole.count == 1 || !whole.hasPrefix("0"))
            && !text.hasSuffix(".") && !text.holds(".e") && !text.holds(".E")
        guard isWord || isNumber || (values.isMasked && text == "***") else { throw values.noNumber(text, place) }
        bytes.append(contentsOf: text.utf8)
    }

    /// XML 1.0, sections 2.2 and 2.4: right in a text as well as in an attribute's value.
    private static func appendXML(_ text: String, of place: Place, to bytes: inout [UInt8]) throws(SignalFault) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            case "'": bytes.append(contentsOf: "&#39;".utf8)
            case "\t", "\n", "\r": bytes.append(contentsOf: "&#\(scalar.value);".utf8)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}":
                throw SignalFault(message: "{\(place.name)} holds a character that XML can't")
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}
