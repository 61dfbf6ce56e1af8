/// A name as it is compared when its exact spelling was not found: without regard to case, accents and width of space.
///
/// The standard library has no decomposition of its own, so the letters with marks stand in a table, made from the
/// canonical decompositions (NFD) of the Unicode Character Database 14, Latin, Greek and Cyrillic blocks, and a few
/// letters whose stroke is no mark there but is one to a person (ø, đ, ł).
public enum FoldedName {
    public static func fold(_ name: some StringProtocol) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            return String(
                unsafeUninitializedCapacity: name.utf8.count,
                initializingUTF8With: { buffer in
                    var count = 0
                    for byte in name.utf8 {
                        buffer[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                        count += 1
                    }
                    return count
                }
            )
        }
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
