import Testing

@testable import DomoImport

struct ObjectReferenceTests {
    @Test(arguments: [
        ("O-5_R-12", "M-1_A-2_O-5_R-12"),
        ("M-1_A-2_O-5_R-12", "M-1_A-2_O-5_R-12"),
        ("MD-1_M-1_MI-1_O-2-0_R-1", "M-1_A-2_MD-1_O-2-0_R-1"),
        ("MD-4_M-15_MI-1_SM-1_M-1_MI-1-1-2_SM-1_O-3-1_R-2", "M-1_A-2_MD-4_SM-1_O-3-1_R-2"),
        ("", "M-1_A-2_"),
        ("nothing", "M-1_A-2_nothing"),
    ])
    func theReferenceInTheProgramIsFound(reference: String, id: String) {
        #expect(ObjectReference.id(reference, in: "M-1_A-2") == id)
    }

    @Test(
        arguments: [
            ("{{0}} switch", nil, " switch"), ("{{0:Channel}} switch", nil, "Channel switch"),
            ("{{0:Channel}} switch", "Lamp", "Lamp switch"), ("{{0}}{{0:x}}", "y", "yy"), ("{{0", "y", "{{0"),
            ("{{1}}", "y", "{{1}}"),
        ] as [(String, String?, String)]
    )
    func placeholdersAreFilled(text: String, value: String?, expected: String) {
        #expect(ObjectReference.fill(text, with: value) == expected)
    }

    @Test func moduleInstanceIsInsertedIntoAParameter() {
        let parameter = ObjectReference.parameter("M-1_A-2_MD-1_P-3_R-4", of: "MD-1_M-1_MI-2_O-2-0_R-1")
        #expect(parameter == "M-1_A-2_MD-1_M-1_MI-2_P-3_R-4")
        #expect(ObjectReference.parameter("M-1_A-2_P-3_R-4", of: "O-2_R-1") == "M-1_A-2_P-3_R-4")
    }
}
