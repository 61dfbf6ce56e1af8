import DomoSim

/// A part of domo that reads external input.
public protocol FuzzTarget: SendableMetatype {
    /// The name on the command line and in reports.
    static var name: String { get }

    init() throws(Finding)

    /// Valid or almost valid inputs.
    var corpus: [[UInt8]] { get }
    /// Tokens of such inputs.
    var words: [String] { get }
    /// The maximum length of generated inputs, in bytes.
    var maxLength: Int { get }

    /// Generates an input from a grammar; nil if mutating the corpus is enough.
    func input(using random: inout Dice) -> [UInt8]?

    /// Feeds an input to the part.
    ///
    /// - Parameter random: for choices besides the input, such as where it is split.
    /// - Throws: what is wrong. A crash is a finding, too.
    mutating func feed(_ input: [UInt8], using random: inout Dice) throws(Finding)
}

extension FuzzTarget {
    public var maxLength: Int { 16 * 1024 }

    public func input(using random: inout Dice) -> [UInt8]? { nil }
}
