/// The low octets of `number`, two digits each.
func hexadecimal(_ number: UInt64, groups: Int, separator: String) -> String {
    var text = ""
    for group in (0..<groups).reversed() {
        let octet = number >> (8 * UInt64(group)) & 0xFF
        if !text.isEmpty { text += separator }
        text += (octet < 0x10 ? "0" : "") + String(octet, radix: 16)
    }
    return text
}
