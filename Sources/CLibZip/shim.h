// libzip for Swift.
#pragma once

#include <zip.h>
