#include "CLoop.h"
