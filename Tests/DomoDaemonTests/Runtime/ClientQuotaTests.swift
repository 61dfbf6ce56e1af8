import DomoEngine
import DomoLanguage
import Testing

@testable import DomoDaemon

struct ClientQuotaTests {
    private let root = ClientQuota.Account.user(0)
    private let own = ClientQuota.Account.user(7)
    private let anna = ClientQuota.Account.user(1000)
    private let ben = ClientQuota.Account.user(1001)
    private var quota = ClientQuota(total: 10, share: 4, reserve: 2, privileged: [.user(0), .user(7)])

    private mutating func admitted(_ account: ClientQuota.Account, times: Int) -> Int {
        (0..<times).count { _ in quota.admit(account) == nil }
    }

    @Test mutating func eachUserHasAShare() {
        #expect(admitted(anna, times: 10) == 4)
        #expect(admitted(ben, times: 2) == 2)
        let fault = quota.admit(anna)
        #expect(fault?.code == .busy)
        #expect(
            fault?.message
                == "4 connections are open, the maximum for one user, or for a token with those that it has made"
        )
    }

    @Test mutating func otherUsersCanNotUseTheReserve() {
        let all = (1000..<1010).map { admitted(.user($0), times: 4) }.reduce(0, +)
        #expect(all == 8)
        #expect(quota.admit(anna)?.code == .busy)
        #expect(admitted(root, times: 1) == 1)
        #expect(admitted(own, times: 5) == 1)
        #expect(quota.admit(root)?.message == "too many clients are connected")
    }

    @Test mutating func privilegedUsersHaveNoShare() {
        #expect(admitted(own, times: 20) == 10)
    }

    @Test mutating func eachTreeOfTokensHasAShare() {
        #expect(admitted(.tree(1), times: 10) == 4)
        #expect(admitted(.tree(2), times: 4) == 4)
    }

    /// With few open files, one user could otherwise take them all.
    @Test(arguments: [
        (65_536, 1024, 5056), (5632, 1024, 5056), (4608, 819, 4045), (1024, 102, 506), (600, 60, 297), (64, 3, 15),
        (16, 1, 3),
    ])
    func fewOpenFilesMakeSmallShares(files: Int, share: Int, others: Int) {
        var quota = ClientQuota(openFiles: files)
        #expect((0..<6000).count { _ in quota.admit(anna) == nil } == share)
        let more = (2000..<3000).map { uid in (0..<100).count { _ in quota.admit(.user(uid)) == nil } }
        #expect(share + more.reduce(0, +) == others)
        #expect(quota.admit(root) == nil)
    }

    @Test mutating func closedClientMakesRoom() {
        #expect(admitted(anna, times: 4) == 4)
        quota.release(anna)
        #expect(admitted(anna, times: 2) == 1)
        for _ in 0..<4 { quota.release(anna) }
        #expect(admitted(root, times: 20) == 10)
    }
}
