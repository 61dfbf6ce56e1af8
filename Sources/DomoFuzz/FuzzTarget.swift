import DomoSim

/// A part of domo that takes in what others wrote.
public protocol FuzzTarget: SendableMetatype {
    /// What the command line and reports call it.
    static var name: String { get }

    init() throws(Finding)

    /// Inputs that make sense, or nearly.
    var corpus: [[UInt8]] { get }
    /// What such inputs are made of.
    var words: [String] { get }
    /// Longer inputs are not made.
    var longest: Int { get }

    /// Makes an input by the grammar; nil where mutating the corpus says it all.
    func input(using random: inout Dice) -> [UInt8]?

    /// Gives an input to the part.
    ///
    /// - Parameter random: for what is open besides the input, such as where it is cut.
    /// - Throws: what does not hold. A crash speaks for itself.
    mutating func feed(_ input: [UInt8], using random: inout Dice) throws(Finding)
}

extension FuzzTarget {
    public var longest: Int { 16 * 1024 }

    public func input(using random: inout Dice) -> [UInt8]? { nil }
}
