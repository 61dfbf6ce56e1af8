import Testing

struct RecordVectorTests {
    @Test(
        arguments: RecordVector.bits + RecordVector.building + RecordVector.colours + RecordVector.metering
            + RecordVector.others + RecordVector.lighting
    )
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
