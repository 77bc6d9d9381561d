#include "CWebAssets.h"

// The compiler reads the files: #embed is part of C23, and clang accepts it in older C. A change of a file causes this
// file to be compiled again. It compiles in 0.1 s, and the bytes are constants of the program. As the resource of a
// Swift target (.embedInCode), the same files would be array literals in Swift.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The page.

static const unsigned char index_html[] = {
#embed "../../clients/web/index.html"
};

static const unsigned char main_js[] = {
#embed "../../clients/web/main.js"
};

static const unsigned char style_css[] = {
#embed "../../clients/web/style.css"
};

// The modules of the client for JavaScript.

static const unsigned char svvs_index_js[] = {
#embed "../../clients/javascript/src/index.js"
};

#define ASSET(path, bytes) {path, bytes, sizeof bytes}

static const struct svvs_asset assets[] = {
  ASSET("/", index_html),
  ASSET("/main.js", main_js),
  ASSET("/style.css", style_css),
  ASSET("/svvs/index.js", svvs_index_js),
};

const struct svvs_asset *svvs_asset_at(size_t index) {
  return index < sizeof assets / sizeof *assets ? &assets[index] : NULL;
}
