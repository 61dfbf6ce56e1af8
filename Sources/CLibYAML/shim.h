// libyaml as Swift sees it.
#pragma once

#include <yaml.h>
