// QR codes by libqrencode, which is opened when it is first needed.
#pragma once

/// What libqrencode makes: QRcode of <qrencode.h>.
typedef struct {
    int version;
    /// Modules on each side.
    int width;
    /// One byte for each module, row by row; the lowest bit is 1 where it is dark.
    unsigned char *data;
} DomoQRCode;

/// Encodes a text with error correction of the level M (15 %).
///
/// - Parameter code: is NULL where it fails; else it is freed by domo_qr_free.
/// - Returns: NULL, or why there is no code.
const char *domo_qr_encode(const char *text, DomoQRCode **code);

void domo_qr_free(DomoQRCode *code);
