import DomoModel
import Testing

/// Requirements for every type; a new one must meet them all.
@Suite struct FacetTypeTests {
    static let element = Element(
        name: "E",
        kind: .device,
        types: FacetTypes(FacetType.allCases) ?? FacetTypes()
    )

    /// Values of a type: the named ones, and samples of others.
    private static func samples(of type: FacetType) throws -> [Value] {
        try type.namedValues + type.completions.map { try element.value($0, as: type) }
            + ["0", "100", "-0.50", "hola", "007"].compactMap { type.value(word: $0) }
    }

    @Test func numbersAndWordsIdentifyTypes() {
        #expect(FacetType.allCases.allSatisfy { (1...15).contains($0.rawValue) })
        #expect(Set(FacetType.allCases.map(\.word)).count == FacetType.allCases.count)
        for type in FacetType.allCases { #expect(FacetType(word: type.word) == type) }
        #expect(FacetType(word: "Binary") == nil)
    }

    @Test(arguments: FacetType.allCases) func valuesAreParsedAsTheyAreWritten(type: FacetType) throws {
        let samples = try Self.samples(of: type)
        #expect(!samples.isEmpty)
        for value in samples {
            #expect(value.type == type)
            #expect(type.value(word: value.word)?.word == value.word)
            #expect(try Self.element.value(value.word, as: type) == value)
        }
    }

    @Test(arguments: FacetType.allCases) func historyNumberRestoresItsValue(type: FacetType) throws {
        for value in try Self.samples(of: type) where value.isKeptByHistoryNumber {
            let number = try #require(value.historyNumber)
            #expect(type.value(number: number)?.word == value.word)
        }
    }

    @Test(arguments: FacetType.allCases) func everyValueHasAnOrderInDialects(type: FacetType) throws {
        for value in try Self.samples(of: type) { #expect(type.orders.contains(try #require(value.order))) }
        for other in FacetType.allCases where other != type {
            #expect(Set(type.orders).isDisjoint(with: other.orders))
        }
    }

    @Test func siblingsMoveEachOther() {
        for one in FacetType.allCases {
            for other in FacetType.allCases {
                let isPair = Set([one, other]) == [.binary, .regulable]
                // A colour switches a lamp on, and may change its level; neither of them changes the colour.
                let isColour = other == .colour && (one == .binary || one == .regulable)
                #expect(one.moves(with: other) == (one == other || isPair || isColour))
                #expect(one.follows(from: other) == (one == other || isPair))
            }
        }
    }

    @Test(
        arguments: [
            (.binary, .level(Percent(clamping: 1)), .observed, .to(.on)),
            (.binary, .level(.zero), .accepted, .to(.off)),
            (.regulable, .off, .observed, .to(.level(.zero))), (.regulable, .on, .observed, .none),
            (.regulable, .on, .accepted, .to(.level(Percent(clamping: 30)))), (.bidirectional, .on, .accepted, .none),
            (.value, .level(.zero), .accepted, .none), (.binary, .up, .accepted, .none),
        ] as [(FacetType, Value, FacetNews, FacetChange)]
    )
    func facetsFollowTheirSiblings(type: FacetType, sibling: Value, news: FacetNews, change: FacetChange) {
        #expect(type.change(after: sibling, news, lastLevel: Percent(clamping: 30)) == change)
    }

    @Test func levelAfterOnIsUnknownWithoutALastOne() {
        #expect(FacetType.regulable.change(after: .on, .accepted) == .unknown)
    }

    @Test func allTypesFitInOneElement() throws {
        let all = try #require(FacetTypes(FacetType.allCases))
        #expect(Array(all) == FacetType.allCases)
        #expect(try Array(#require(FacetTypes(FacetType.allCases.reversed()))) == FacetType.allCases.reversed())
        for first in FacetType.allCases {
            for second in FacetType.allCases where second != first {
                #expect(try Array(#require(FacetTypes([first, second]))) == [first, second])
            }
            #expect(FacetTypes([first, first]) == nil)
        }
        #expect(FacetTypes().isEmpty)
    }
}
