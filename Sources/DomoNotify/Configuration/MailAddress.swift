/// Mail addresses: `local@domain`.
enum MailAddress {
    /// Whether a text is an address that needs no quoting: a dot-atom and a domain in ASCII (RFC 5322, section 3.4.1).
    /// Nothing in it can end the header or the command that it is written into.
    static func isValid(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].utf8.count) else { return false }
        let isAlphanumeric: (UInt8) -> Bool = {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        }
        func isDotted(_ part: some StringProtocol, _ others: String) -> Bool {
            part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.utf8.allSatisfy { isAlphanumeric($0) || others.utf8.contains($0) }
            }
        }
        return isDotted(parts[0], "!#$%&'*+-/=?^_`{|}~") && isDotted(parts[1], "-")
    }

    /// The part after the `@`.
    static func domain(_ address: String) -> String { String(address.drop { $0 != "@" }.dropFirst()) }
}
