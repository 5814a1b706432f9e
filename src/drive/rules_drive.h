// Private to src/drive: what the comparison of rule functions shares.
#ifndef VD_RULES_DRIVE_H
#define VD_RULES_DRIVE_H

#include "drive/drive.h"
#include "rules/rules_impl.h"

// What others see of the two versions. After hashing.
void vd_rule_surface(VdRuleWork *w, VdComparison *out);

#endif
