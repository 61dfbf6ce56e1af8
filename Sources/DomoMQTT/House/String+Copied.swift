extension String {
    /// A copy in a block of its own: what is kept of a large reply would hold all pages on which it lies.
    var copied: String { String(decoding: Array(utf8), as: UTF8.self) }
}
