import DomoModel

/// The name of an open house, sector or element.
struct OpenName {
    var text = ""
    /// Its line; 0 while there is none.
    var line: Int32 = 0
    /// Whether another element of the vocabulary came before it.
    var hasContentBefore = false
}

/// An open house or sector.
struct OpenPlace {
    /// The number of the house or sector in the file.
    let number: Int32
    let position: SourcePosition
    /// The number of errors before it.
    let errorCount: Int
    var name = OpenName()
    /// Each followed by its parts.
    var elements: [Element] = []
    /// The elements that have parts.
    var owners: [(name: String, position: SourcePosition)] = []
    var sectors: [Sector] = []
    var draft: DetailsDraft?
    /// The labels of its elements, folded: the first element with each.
    var labels: [String: (element: String, position: SourcePosition)] = [:]
    /// The numbers of the kept nodes directly in the place.
    var nodes: [Int] = []

    init(number: Int32, position: SourcePosition, errorCount: Int) {
        self.number = number
        self.errorCount = errorCount
        self.position = position
    }
}

/// An open legal value of an element.
struct OpenOption {
    var option: ValueOption
    var position: SourcePosition
    /// The lines of its labels, by language.
    var lines: [String: Int32] = [:]
}

/// An open device, service or part. There is one at a time, and the device of an open part; so it is reused.
struct OpenElement {
    private(set) var kind = Element.Kind.device
    private(set) var position = SourcePosition(line: 1, column: 1)
    private(set) var isPart = false
    var isOpen = false
    var name = OpenName()
    var types = FacetTypes()
    /// The line of each type.
    var typeLines = SIMD16<Int32>()
    /// Whether a type was refused.
    var hasWrongType = false
    var draft: DetailsDraft?
    /// The number of its first kept node.
    private(set) var firstNode = 0

    mutating func open(_ kind: Element.Kind, isPart: Bool = false, at position: SourcePosition, firstNode: Int) {
        self.kind = kind
        self.isPart = isPart
        self.firstNode = firstNode
        self.position = position
        isOpen = true
        name = OpenName()
        types = FacetTypes()
        hasWrongType = false
        draft = nil
    }
}
