/// A name folded for comparison, ignoring case, accents and the width of spaces.
///
/// The standard library has no decomposition, so letters with marks are in a table, made from the canonical
/// decompositions (NFD) of the Unicode Character Database 14, Latin, Greek and Cyrillic blocks, and a few letters whose
/// stroke is not a mark there but is one to people (ø, đ, ł).
public enum FoldedName {
    public static func fold(_ name: some StringProtocol) -> String {
        // Most names are ASCII, and are folded in place.
        if let folded = name.utf8.withContiguousStorageIfAvailable(foldASCII) ?? nil { return folded }
        var folded = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            for lowered in scalar.properties.lowercaseMapping.unicodeScalars {
                if lowered == "ß" {
                    folded.append(contentsOf: "ss".unicodeScalars)
                } else if lowered.properties.generalCategory != .nonspacingMark {
                    folded.append(base[lowered] ?? lowered)
                }
            }
        }
        return String(folded)
    }

    /// - Returns: nil if it is not all ASCII.
    private static func foldASCII(_ name: UnsafeBufferPointer<UInt8>) -> String? {
        var all: UInt8 = 0
        for byte in name { all |= byte }
        guard all < 0x80 else { return nil }
        return String(unsafeUninitializedCapacity: name.count) { buffer in
            for place in name.indices {
                let byte = name[place]
                buffer[place] = byte &- 0x41 < 26 ? byte | 0x20 : byte
            }
            return name.count
        }
    }

    private static let base: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
        uniqueKeysWithValues: zip(marked.unicodeScalars, plain.unicodeScalars)
    )

    private static let marked = """
        àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜ\
        ǟǡǣǧǩǫǭǯǰǵǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳʹΐάέήίΰϊϋόύώϓϔйѐёѓїќѝўѷӂӑӓӗӛӝӟӣӥӧӫӭӯӱӳӵӹḁḃḅḇḉḋḍḏḑḓḕḗḙḛ\
        ḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẖẗẘẙẛạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏ\
        ốồổỗộớờởỡợụủứừửữựỳỵỷỹøđłħıς
        """

    private static let plain = """
        aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuu\
        aaægkooʒjgnaæøaaeeiioorruusthaeooooyʹιαεηιυιυουωϒϒиеегікиуѵжааеәжзииоөэууучыabbbcdddddeeee\
        efghhhhhiikkkllllmmmnnnnoooopprrrrsssssttttuuuuuvvwwwwwxxyzzzhtwyſaaaaaaaaaaaaeeeeeeeeiioo\
        oooooooooouuuuuuuyyyyodlhiσ
        """
}
