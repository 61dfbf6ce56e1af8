import DomoKNX

/// Reads addresses and datapoint types, and finds what to write for what is none.
enum KNXLookup {
    struct Fault: Error {
        var message: String
        var hint: String
    }

    static func group(_ text: String) throws(Fault) -> GroupAddress {
        do throws(AddressFault) {
            return try GroupAddress(text)
        } catch {
            throw Fault(
                message: KNXText.line(error.message),
                hint: error.hint ?? "use three levels (1/2/3), two (1/515) or one number (2563)"
            )
        }
    }

    static func type(_ text: String) throws(Fault) -> DatapointType {
        do throws(DatapointFault) {
            return try DatapointType(text)
        } catch {
            throw Fault(message: KNXText.line(error.message), hint: error.hint ?? usualTypes)
        }
    }

    private static let usualTypes = "write main type and subtype as ETS shows them, as in 1.001, 5.001 or 9.001"
}
