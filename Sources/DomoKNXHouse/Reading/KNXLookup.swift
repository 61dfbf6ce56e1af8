import DomoKNX

/// Reads addresses and datapoint types, with a hint for each fault.
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
            throw Fault(message: KNXText.line(error.message), hint: error.hint ?? typeHint)
        }
    }

    private static let typeHint = "write the main type and subtype as shown in ETS, such as 1.001, 5.001 or 9.001"
}
