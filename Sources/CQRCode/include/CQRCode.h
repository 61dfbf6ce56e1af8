// QR codes with libqrencode, which is loaded on first use.
#pragma once

/// A QR code: QRcode of <qrencode.h>.
typedef struct {
    int version;
    /// Modules on each side.
    int width;
    /// One byte for each module, row by row; the lowest bit is 1 for a dark module.
    unsigned char *data;
} DomoQRCode;

/// Encodes a text with error correction level M (15 %).
///
/// - Parameter code: set to NULL on failure; else the caller frees it with domo_qr_free.
/// - Returns: NULL, or an error message.
const char *domo_qr_encode(const char *text, DomoQRCode **code);

void domo_qr_free(DomoQRCode *code);
