#include "CQRCode.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// QRcode_encodeString8bit and QRcode_free of <qrencode.h>.
typedef DomoQRCode *(*Encode)(const char *text, int version, int level);
typedef void (*Free)(DomoQRCode *code);

enum { smallestVersion = 0, levelM = 1 };

static Encode encode;
static Free release;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
    void *library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    release = (Free)dlsym(library, "QRcode_free");
    if (release) encode = (Encode)dlsym(library, "QRcode_encodeString8bit");
}

const char *domo_qr_encode(const char *text, DomoQRCode **code) {
    pthread_once(&once, find);
    *code = NULL;
    if (!encode) return "libqrencode.so.4 can't be opened; install the package libqrencode4";
    *code = encode(text, smallestVersion, levelM);
    return *code ? NULL : "the text is too long for a QR code";
}

void domo_qr_free(DomoQRCode *code) {
    if (code) release(code);
}
