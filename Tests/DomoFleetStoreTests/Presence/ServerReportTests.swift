import DomoNATS
import Testing

@testable import DomoFleet
@testable import DomoFleetStore

struct ServerReportTests {
    @Test(
        arguments: [
            ("2026-11-27T12:00:00Z", noon), ("2026-11-27T12:00:00.5Z", noon + 500),
            ("2026-11-27T12:00:00.123456789Z", noon + 123),
            ("2026-11-27T13:30:00.25+01:30", noon + 250), ("2026-11-27T05:00:00-07:00", noon),
            ("2026-11-27T12:00:00", nil),
            ("2026-11-27T12:00:00.Z", nil), ("2026-11-27T12:00:00+1:00", nil), ("2026-13-27T12:00:00Z", nil), ("", nil),
            ("2026-11-27T12:00:00.1234x", nil),
        ] as [(String, Int64?)]
    )
    func timesOfServers(text: String, expected: Int64?) { #expect(ServerReport.time(text) == expected) }

    private func event(_ client: String) -> ServerReport? {
        let server = #""timestamp":"2026-11-27T12:00:00.1Z","server":{"name":"n1","id":"NA"}"#
        return ServerReport(Array("{\(server),\"client\":\(client)}".utf8))
    }

    /// The key that signed the user counts, and the name in the JWT that the server verified; not what a client calls
    /// itself.
    @Test func onlyWhatTheKeyOfHousesSignedIsAHouse() throws {
        let (houses, web) = (try NKeySeed(new: .account), try NKeySeed(new: .account))
        let account = try NKeySeed(new: .account)
        let jwt = try NATSJWT(
            .user(
                UserClaims(
                    account: account.key,
                    rights: nil,
                    tags: Permissions.tags(of: try #require(HouseID("casa0001")), named: "Calle Mayor, 12: Ático")
                )
            ),
            about: NKeySeed().key,
            name: "casa0001",
            issuedAt: 1,
            signedBy: houses
        ).text
        let report = event(#"{"id":7,"name":"casa0002","issuer_key":"\#(houses.key)","jwt":"\#(jwt)"}"#)
        let found = report?.house(signedBy: houses.key)
        #expect(found?.house.text == "casa0001" && found?.name == "Calle Mayor, 12: Ático")
        #expect(found?.start == noon + 100)
        #expect(report?.client == 7 && report?.server == "NA" && report?.name == "n1" && report?.time == noon + 100)
        #expect(report?.house(signedBy: web.key) == nil)
        for client in [
            #"{"id":7,"issuer_key":"\#(web.key)","jwt":"\#(jwt)"}"#, #"{"id":7,"jwt":"\#(jwt)"}"#,
            #"{"id":7,"issuer_key":"\#(houses.key)","jwt":"casa0001"}"#, #"{"id":7,"issuer_key":"\#(houses.key)"}"#,
            "{}", "5",
        ] {
            #expect(event(client)?.house(signedBy: houses.key) == nil, "\(client)")
        }
        for text in ["", "{}", "[]", #"{"server":{"id":"x"}}"#] { #expect(ServerReport(Array(text.utf8)) == nil) }
    }

    @Test func listHasHousesAndOthers() throws {
        let houses = try NKeySeed(new: .account)
        let server = #""server":{"name":"n1","id":"NA"}"#
        let text =
            #"{\#(server),"data":{"total":2,"connections":[{"cid":3},{"cid":5,"start":"2026-11-27T12:00:00Z"}]}}"#
        let list = try #require(ServerReport(Array(text.utf8))?.connections(signedBy: houses.key))
        #expect(list.map(\.number) == [3, 5])
        let empty = ServerReport(Array(#"{\#(server),"data":{"total":0,"connections":[]}}"#.utf8))
        #expect(empty?.connections(signedBy: houses.key)?.isEmpty == true)
        // An error is no empty list.
        let error = ServerReport(Array(#"{\#(server),"error":{"code":500}}"#.utf8))
        #expect(error?.connections(signedBy: houses.key) == nil)
    }
}
