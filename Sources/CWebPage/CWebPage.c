// Made by `sh Sources/scripts/page-table.sh`: do not change it by hand.
#include "CWebPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file0[] = {
#embed "openapi.json"
};

static const unsigned char file1[] = {
#embed "page/app.css"
};

static const unsigned char file2[] = {
#embed "page/app.js"
};

static const unsigned char file3[] = {
#embed "page/appearance.js"
};

static const unsigned char file4[] = {
#embed "page/controls/cover.js"
};

static const unsigned char file5[] = {
#embed "page/controls/facet.js"
};

static const unsigned char file6[] = {
#embed "page/controls/number.js"
};

static const unsigned char file7[] = {
#embed "page/controls/slider.js"
};

static const unsigned char file8[] = {
#embed "page/controls/switch.js"
};

static const unsigned char file9[] = {
#embed "page/controls/text.js"
};

static const unsigned char file10[] = {
#embed "page/core/api.js"
};

static const unsigned char file11[] = {
#embed "page/core/clock.js"
};

static const unsigned char file12[] = {
#embed "page/core/dialog.js"
};

static const unsigned char file13[] = {
#embed "page/core/dom.js"
};

static const unsigned char file14[] = {
#embed "page/core/events.js"
};

static const unsigned char file15[] = {
#embed "page/core/guard.js"
};

static const unsigned char file16[] = {
#embed "page/core/icons.js"
};

static const unsigned char file17[] = {
#embed "page/core/journal.js"
};

static const unsigned char file18[] = {
#embed "page/core/link.js"
};

static const unsigned char file19[] = {
#embed "page/core/orders.js"
};

static const unsigned char file20[] = {
#embed "page/core/preferences.js"
};

static const unsigned char file21[] = {
#embed "page/core/router.js"
};

static const unsigned char file22[] = {
#embed "page/core/states.js"
};

static const unsigned char file23[] = {
#embed "page/core/store.js"
};

static const unsigned char file24[] = {
#embed "page/core/types.js"
};

static const unsigned char file25[] = {
#embed "page/core/upgrade.js"
};

static const unsigned char file26[] = {
#embed "page/core/words.js"
};

static const unsigned char file27[] = {
#embed "page/icons/icon-192.png"
};

static const unsigned char file28[] = {
#embed "page/icons/icon-512.png"
};

static const unsigned char file29[] = {
#embed "page/icons/icon.svg"
};

static const unsigned char file30[] = {
#embed "page/index.html"
};

static const unsigned char file31[] = {
#embed "page/manifest.webmanifest"
};

static const unsigned char file32[] = {
#embed "page/more.css"
};

static const unsigned char file33[] = {
#embed "page/place/off.js"
};

static const unsigned char file34[] = {
#embed "page/place/place.js"
};

static const unsigned char file35[] = {
#embed "page/place/row.js"
};

static const unsigned char file36[] = {
#embed "page/place/search.js"
};

static const unsigned char file37[] = {
#embed "page/place/tile.js"
};

static const unsigned char file38[] = {
#embed "page/scenes/calendar.js"
};

static const unsigned char file39[] = {
#embed "page/scenes/complete.js"
};

static const unsigned char file40[] = {
#embed "page/scenes/scene.js"
};

static const unsigned char file41[] = {
#embed "page/scenes/scenes.js"
};

static const unsigned char file42[] = {
#embed "page/sw.js"
};

static const unsigned char file43[] = {
#embed "page/views/chart.js"
};

static const unsigned char file44[] = {
#embed "page/views/element.js"
};

static const unsigned char file45[] = {
#embed "page/views/favourites.js"
};

static const unsigned char file46[] = {
#embed "page/views/log.js"
};

static const unsigned char file47[] = {
#embed "page/views/order.js"
};

static const unsigned char file48[] = {
#embed "page/views/plan-edit.js"
};

static const unsigned char file49[] = {
#embed "page/views/plan.js"
};

static const unsigned char file50[] = {
#embed "page/views/qr.js"
};

static const unsigned char file51[] = {
#embed "page/views/settings.js"
};

static const unsigned char file52[] = {
#embed "page/views/signin.js"
};

static const unsigned char file53[] = {
#embed "page/words/ca.js"
};

static const unsigned char file54[] = {
#embed "page/words/en.js"
};

static const unsigned char file55[] = {
#embed "page/words/es.js"
};

static const unsigned char file56[] = {
#embed "page/words/more-ca.js"
};

static const unsigned char file57[] = {
#embed "page/words/more-en.js"
};

static const unsigned char file58[] = {
#embed "page/words/more-es.js"
};

const DomoPageFile domo_page_files[] = {
    {"openapi.json", file0, sizeof file0},
    {"app.css", file1, sizeof file1},
    {"app.js", file2, sizeof file2},
    {"appearance.js", file3, sizeof file3},
    {"controls/cover.js", file4, sizeof file4},
    {"controls/facet.js", file5, sizeof file5},
    {"controls/number.js", file6, sizeof file6},
    {"controls/slider.js", file7, sizeof file7},
    {"controls/switch.js", file8, sizeof file8},
    {"controls/text.js", file9, sizeof file9},
    {"core/api.js", file10, sizeof file10},
    {"core/clock.js", file11, sizeof file11},
    {"core/dialog.js", file12, sizeof file12},
    {"core/dom.js", file13, sizeof file13},
    {"core/events.js", file14, sizeof file14},
    {"core/guard.js", file15, sizeof file15},
    {"core/icons.js", file16, sizeof file16},
    {"core/journal.js", file17, sizeof file17},
    {"core/link.js", file18, sizeof file18},
    {"core/orders.js", file19, sizeof file19},
    {"core/preferences.js", file20, sizeof file20},
    {"core/router.js", file21, sizeof file21},
    {"core/states.js", file22, sizeof file22},
    {"core/store.js", file23, sizeof file23},
    {"core/types.js", file24, sizeof file24},
    {"core/upgrade.js", file25, sizeof file25},
    {"core/words.js", file26, sizeof file26},
    {"icons/icon-192.png", file27, sizeof file27},
    {"icons/icon-512.png", file28, sizeof file28},
    {"icons/icon.svg", file29, sizeof file29},
    {"index.html", file30, sizeof file30},
    {"manifest.webmanifest", file31, sizeof file31},
    {"more.css", file32, sizeof file32},
    {"place/off.js", file33, sizeof file33},
    {"place/place.js", file34, sizeof file34},
    {"place/row.js", file35, sizeof file35},
    {"place/search.js", file36, sizeof file36},
    {"place/tile.js", file37, sizeof file37},
    {"scenes/calendar.js", file38, sizeof file38},
    {"scenes/complete.js", file39, sizeof file39},
    {"scenes/scene.js", file40, sizeof file40},
    {"scenes/scenes.js", file41, sizeof file41},
    {"sw.js", file42, sizeof file42},
    {"views/chart.js", file43, sizeof file43},
    {"views/element.js", file44, sizeof file44},
    {"views/favourites.js", file45, sizeof file45},
    {"views/log.js", file46, sizeof file46},
    {"views/order.js", file47, sizeof file47},
    {"views/plan-edit.js", file48, sizeof file48},
    {"views/plan.js", file49, sizeof file49},
    {"views/qr.js", file50, sizeof file50},
    {"views/settings.js", file51, sizeof file51},
    {"views/signin.js", file52, sizeof file52},
    {"words/ca.js", file53, sizeof file53},
    {"words/en.js", file54, sizeof file54},
    {"words/es.js", file55, sizeof file55},
    {"words/more-ca.js", file56, sizeof file56},
    {"words/more-en.js", file57, sizeof file57},
    {"words/more-es.js", file58, sizeof file58},
};
const size_t domo_page_file_count = sizeof domo_page_files / sizeof *domo_page_files;
