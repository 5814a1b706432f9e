// Terms as decision diagrams.
#ifndef VD_RULES_DIAGRAM_H
#define VD_RULES_DIAGRAM_H

#include "term/term.h"

// A diagram decides by variables, smaller numbers first, and has terms at its
// ends. Diagrams with the same ends in the same places are one number. A
// condition has ends true and false; a condition that is not decided (a test of
// a parameter, say) becomes a variable of its own.
typedef uint32_t VdDiagram;
#define VD_DIAGRAM_NONE UINT32_MAX  // too large

typedef struct VdDiagrams VdDiagrams;
VdDiagrams *vd_diagrams_new(VdTerms *tm, uint32_t max);  // of so many nodes
void vd_diagrams_free(VdDiagrams *d);

VdDiagram vd_diagram_bool(VdDiagrams *d, bool b);
VdDiagram vd_diagram_var(VdDiagrams *d, uint32_t var);
VdDiagram vd_diagram_and(VdDiagrams *d, VdDiagram a, VdDiagram b);
VdDiagram vd_diagram_or(VdDiagrams *d, VdDiagram a, VdDiagram b);
VdDiagram vd_diagram_any(VdDiagrams *d, const VdDiagram *list, uint32_t n);

// Says what a Bool term is, before anything that contains it is asked for.
void vd_diagram_set(VdDiagrams *d, VdTerm t, VdDiagram is);
// The diagram of a term.
VdDiagram vd_diagram_of(VdDiagrams *d, VdTerm t);

// Values of variables below n for which a condition can be true, few of them
// being true. The condition is not false. Undecided conditions may have to be
// true (1) or false (-1) for it, or do not matter (0).
void vd_diagram_find(const VdDiagrams *d, VdDiagram a, uint32_t n, bool *value,
                     int8_t *opaque);
// The undecided conditions, and the diagram that says what one is.
uint32_t vd_diagram_opaques(const VdDiagrams *d);
VdTerm vd_diagram_opaque(const VdDiagrams *d, uint32_t i);
VdDiagram vd_diagram_opaque_is(VdDiagrams *d, uint32_t i, bool yes);

#endif
