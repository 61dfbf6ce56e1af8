// libzip as Swift sees it.
#pragma once

#include <zip.h>
