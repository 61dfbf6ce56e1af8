import DomoModel

/// Dates of certificates, as OpenSSL prints them: `Nov 27 07:00:00 2026 GMT` (ASN1_TIME_print(3)).
enum CertificateDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// - Returns: seconds since 1970; nil if it is no such date.
    static func read(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count >= 4, let month = months.firstIndex(of: String(parts[0])), let day = Int(parts[1]),
            let year = Int(parts[3])
        else { return nil }
        let time = parts[2].split(separator: ":").compactMap { Int64($0) }
        guard time.count == 3, let date = CivilDate(year: year, month: month + 1, day: day) else { return nil }
        return Int64(date.daysSince1970) * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    }
}
