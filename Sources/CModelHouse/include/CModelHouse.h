#ifndef C_MODEL_HOUSE_H
#define C_MODEL_HOUSE_H

// No system header: Swift would take types of the C library for this module's.

/// `homes/vivienda-eficiente.xml`, which domod carries for `--demo`.
extern const unsigned char domo_model_house[];
extern const unsigned long domo_model_house_size;

/// Swift does not import an array of unknown size.
static inline const unsigned char *domo_model_house_start(void) { return domo_model_house; }

#endif
