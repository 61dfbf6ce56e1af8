import DomoModel

/// The name of what is open, as far as it came.
struct OpenName {
    var text = ""
    /// Where it stands, or 0 while there is none.
    var line: Int32 = 0
    /// Whether anything of the vocabulary stood before it.
    var hasContentBefore = false
}

/// A house or sector whose end tag has not come.
struct OpenPlace {
    /// Counts houses and sectors through the file.
    let number: Int32
    let position: SourcePosition
    /// The errors that there were when it began.
    let errorCount: Int
    var name = OpenName()
    var elements: [Element] = []
    var sectors: [Sector] = []
    var draft: DetailsDraft?
    /// The numbers of the kept nodes that stand in the place itself.
    var nodes: [Int] = []

    init(number: Int32, position: SourcePosition, errorCount: Int) {
        self.number = number
        self.errorCount = errorCount
        self.position = position
    }
}

/// A device or service whose end tag has not come. There is one at a time: it is used again.
struct OpenElement {
    private(set) var kind = Element.Kind.device
    private(set) var position = SourcePosition(line: 1, column: 1)
    var isOpen = false
    var name = OpenName()
    var types = FacetTypes()
    /// The lines of the types, by type.
    var typeLines = SIMD16<Int32>()
    /// Whether a type was refused.
    var hasWrongType = false
    var draft: DetailsDraft?
    /// The numbers of its kept nodes begin here.
    private(set) var firstNode = 0

    var tag: String { kind == .device ? Word.device.tag : Word.service.tag }

    mutating func open(_ kind: Element.Kind, at position: SourcePosition, firstNode: Int) {
        self.kind = kind
        self.firstNode = firstNode
        self.position = position
        isOpen = true
        name = OpenName()
        types = FacetTypes()
        hasWrongType = false
        draft = nil
    }
}
