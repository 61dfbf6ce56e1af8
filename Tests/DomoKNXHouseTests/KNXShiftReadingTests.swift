import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXHouse

/// Set-points that are ordered as a difference.
struct KNXShiftReadingTests {
    private func read(_ attributes: String) -> (shift: KNXShift?, faults: [String]) {
        let (bindings, faults) = BindingFile.read(["Mode": "<k:Valor orden='3/1/1' \(attributes)/>"])
        return (bindings.facets.first?.shift, faults.map { "\($0.message); \($0.hint ?? "")" })
    }

    @Test func shiftBelongsToABaseOrToTheSetPoint() throws {
        let counted = read("estado='3/2/1' dpt='6.010' base='3/2/2' incremento='0.5'")
        #expect(counted.faults == [])
        #expect(counted.shift == KNXShift(.base(groupAddress("3/2/2")), increment: Decimal("0.5")))
        let kelvin = read("estado='3/2/1' dpt='9.002' consigna='3/2/2'")
        #expect(kelvin.faults == [])
        #expect(kelvin.shift == KNXShift(.setPoint(groupAddress("3/2/2"))))
        #expect(read("estado='3/2/1' dpt='9.001'").shift == nil)
    }

    @Test func englishWords() {
        let node = "<k:Value command='3/1/1' state='3/2/1' dpt='6.010' set-point='3/2/2' increment='0.1'/>"
        let (bindings, faults) = BindingFile.read(["Mode": node])
        #expect(faults == [])
        #expect(bindings.facets.first?.shift == KNXShift(.setPoint(groupAddress("3/2/2")), increment: Decimal("0.1")))
    }

    @Test(arguments: [
        (
            "estado='3/2/1' dpt='6.010' base='3/2/2'",
            "<Valor> has no incremento; write the K of one count as it is set in ETS, as in incremento=\"0.5\""
        ),
        (
            "estado='3/2/1' dpt='6.010' base='3/2/2' incremento='0'",
            "incremento of <Valor> is \"0\"; write the K of one count, 0.01–10, as in 0.5"
        ),
        (
            "estado='3/2/1' dpt='9.002' base='3/2/2' incremento='1'",
            "<Valor> has incremento, but 9.002 is in K; remove incremento"
        ),
        (
            "dpt='9.002' base='3/2/2'",
            "<Valor> has no estado; add the address on which the device reports its shift"
        ),
        (
            "estado='3/2/1 3/2/3' dpt='9.002' base='3/2/2'",
            "estado of <Valor> is \"3/2/1 3/2/3\"; write the one address on which the device reports its shift"
        ),
        (
            "estado='3/2/1' dpt='9.001' base='3/2/2'",
            "dpt of <Valor> is 9.001 (temperature), which does not fit; "
                + "a shift of a set-point is 6.010 or 9.002; a set-point of type 9.001 needs no base"
        ),
        (
            "estado='3/2/1' dpt='9.002' base='3/2/2' consigna='3/2/3'",
            "<Valor> has base and consigna; keep consigna if the device reports the set-point to which it regulates, else base"
        ),
        (
            "estado='3/2/1' dpt='6.010' incremento='0.5'",
            "<Valor> has incremento, but neither base nor consigna; "
                + "add the address of the base set-point (base) or of the present set-point (consigna)"
        ),
    ])
    func wrongCombinationsAreReported(_ attributes: String, _ fault: String) {
        #expect(read(attributes).faults == [fault])
    }

    @Test func furtherAddressOrdersTheSameKindOfShift() {
        func faults(_ dpt: String) -> [String] {
            let node =
                "<k:Valor orden='3/1/1' estado='3/2/1' dpt='9.002' base='3/2/2'><k:Escucha grupo='3/1/9'\(dpt)/></k:Valor>"
            return BindingFile.read(["Mode": node]).faults.map(\.message)
        }
        #expect(faults("") == [])
        #expect(faults(" dpt='9.001'") == ["<Valor> is ordered as a difference (9.002), but 3/1/9 has 9.001"])
    }

    @Test func referenceIsAStateOfTheBus() {
        let (bindings, _) = BindingFile.read([
            "Mode": "<k:Valor orden='3/1/1' estado='3/2/1' dpt='9.002' base='3/2/2'/>"
        ])
        #expect(bindings.facets.flatMap(\.stateGroups) == [groupAddress("3/2/1"), groupAddress("3/2/2")])
    }
}
