#ifndef CWEBASSETS_H
#define CWEBASSETS_H

#include <stddef.h>

/// A file of the page. The program contains its bytes.
struct svvs_asset {
  /// The path in the URL, such as `/page.js`.
  const char *path;
  const unsigned char *bytes;
  size_t count;
};

/// The file with this index. NULL if there are no more files.
const struct svvs_asset *svvs_asset_at(size_t index);

#endif
