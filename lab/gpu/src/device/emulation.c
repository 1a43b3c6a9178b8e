/* The device on the CPU, for tests and for machines without a GPU: what src/emulation.rs calls. */
#include "abi.h"
#include "layout.h"
