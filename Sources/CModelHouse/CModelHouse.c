#include "CModelHouse.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char domo_model_house[] = {
#embed "../../homes/vivienda-eficiente.xml"
};

const unsigned long domo_model_house_size = sizeof domo_model_house;
