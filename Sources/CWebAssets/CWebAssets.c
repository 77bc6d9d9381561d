#include "CWebAssets.h"

// The compiler reads the files: #embed is part of C23, and clang accepts it in older C. A change of a file causes this
// file to be compiled again, which takes 0.1 s. The bytes are constants of the program, so they cost nothing at its start.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The page: clients/web.

static const unsigned char index_html[] = {
#embed "../../clients/web/index.html"
};

static const unsigned char address_js[] = {
#embed "../../clients/web/address.js"
};

static const unsigned char board_js[] = {
#embed "../../clients/web/board.js"
};

static const unsigned char calls_js[] = {
#embed "../../clients/web/calls.js"
};

static const unsigned char card_js[] = {
#embed "../../clients/web/card.js"
};

static const unsigned char copy_js[] = {
#embed "../../clients/web/copy.js"
};

static const unsigned char dialogs_js[] = {
#embed "../../clients/web/dialogs.js"
};

static const unsigned char dom_js[] = {
#embed "../../clients/web/dom.js"
};

static const unsigned char draft_js[] = {
#embed "../../clients/web/draft.js"
};

static const unsigned char drafts_js[] = {
#embed "../../clients/web/drafts.js"
};

static const unsigned char drawer_js[] = {
#embed "../../clients/web/drawer.js"
};

static const unsigned char fields_js[] = {
#embed "../../clients/web/fields.js"
};

static const unsigned char focus_js[] = {
#embed "../../clients/web/focus.js"
};

static const unsigned char form_js[] = {
#embed "../../clients/web/form.js"
};

static const unsigned char heartbeat_js[] = {
#embed "../../clients/web/heartbeat.js"
};

static const unsigned char main_js[] = {
#embed "../../clients/web/main.js"
};

static const unsigned char navigation_js[] = {
#embed "../../clients/web/navigation.js"
};

static const unsigned char parts_js[] = {
#embed "../../clients/web/parts.js"
};

static const unsigned char press_js[] = {
#embed "../../clients/web/press.js"
};

static const unsigned char question_js[] = {
#embed "../../clients/web/question.js"
};

static const unsigned char rows_js[] = {
#embed "../../clients/web/rows.js"
};

static const unsigned char screen_js[] = {
#embed "../../clients/web/screen.js"
};

static const unsigned char shell_js[] = {
#embed "../../clients/web/shell.js"
};

static const unsigned char storage_js[] = {
#embed "../../clients/web/storage.js"
};

static const unsigned char stream_js[] = {
#embed "../../clients/web/stream.js"
};

static const unsigned char style_css[] = {
#embed "../../clients/web/style.css"
};

static const unsigned char table_js[] = {
#embed "../../clients/web/table.js"
};

static const unsigned char text_js[] = {
#embed "../../clients/web/text.js"
};

// The modules of the client for JavaScript that run in a browser: clients/javascript/src.

static const unsigned char svvs_client_js[] = {
#embed "../../clients/javascript/src/client.js"
};

static const unsigned char svvs_connection_js[] = {
#embed "../../clients/javascript/src/connection.js"
};

static const unsigned char svvs_errors_js[] = {
#embed "../../clients/javascript/src/errors.js"
};

static const unsigned char svvs_fold_js[] = {
#embed "../../clients/javascript/src/fold.js"
};

static const unsigned char svvs_index_js[] = {
#embed "../../clients/javascript/src/index.js"
};

static const unsigned char svvs_json_js[] = {
#embed "../../clients/javascript/src/json.js"
};

static const unsigned char svvs_observable_js[] = {
#embed "../../clients/javascript/src/observable.js"
};

static const unsigned char svvs_view_js[] = {
#embed "../../clients/javascript/src/view.js"
};

static const unsigned char svvs_websocket_js[] = {
#embed "../../clients/javascript/src/websocket.js"
};

#define ASSET(path, bytes) {path, bytes, sizeof bytes}

static const struct svvs_asset assets[] = {
  ASSET("/", index_html),
  ASSET("/address.js", address_js),
  ASSET("/board.js", board_js),
  ASSET("/calls.js", calls_js),
  ASSET("/card.js", card_js),
  ASSET("/copy.js", copy_js),
  ASSET("/dialogs.js", dialogs_js),
  ASSET("/dom.js", dom_js),
  ASSET("/draft.js", draft_js),
  ASSET("/drafts.js", drafts_js),
  ASSET("/drawer.js", drawer_js),
  ASSET("/fields.js", fields_js),
  ASSET("/focus.js", focus_js),
  ASSET("/form.js", form_js),
  ASSET("/heartbeat.js", heartbeat_js),
  ASSET("/main.js", main_js),
  ASSET("/navigation.js", navigation_js),
  ASSET("/parts.js", parts_js),
  ASSET("/press.js", press_js),
  ASSET("/question.js", question_js),
  ASSET("/rows.js", rows_js),
  ASSET("/screen.js", screen_js),
  ASSET("/shell.js", shell_js),
  ASSET("/storage.js", storage_js),
  ASSET("/stream.js", stream_js),
  ASSET("/style.css", style_css),
  ASSET("/table.js", table_js),
  ASSET("/text.js", text_js),
  ASSET("/svvs/client.js", svvs_client_js),
  ASSET("/svvs/connection.js", svvs_connection_js),
  ASSET("/svvs/errors.js", svvs_errors_js),
  ASSET("/svvs/fold.js", svvs_fold_js),
  ASSET("/svvs/index.js", svvs_index_js),
  ASSET("/svvs/json.js", svvs_json_js),
  ASSET("/svvs/observable.js", svvs_observable_js),
  ASSET("/svvs/view.js", svvs_view_js),
  ASSET("/svvs/websocket.js", svvs_websocket_js),
};

const struct svvs_asset *svvs_asset_at(size_t index) {
  return index < sizeof assets / sizeof *assets ? &assets[index] : NULL;
}
