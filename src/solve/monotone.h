// A graph with fewer nodes that computes the same: conditions that are monotone
// in what they are made of are brought into their one disjunctive normal form
// without redundancy, so that equal ones are found without a search.
#ifndef VD_MONOTONE_H
#define VD_MONOTONE_H

#include "solve/aig.h"

// Copies the cone of root into `to`, where inputs and latches of `aig` have the
// literals in map (by node). The literal of root there.
VdLit vd_aig_monotone(const VdAig *aig, VdLit root, VdAig *to, VdLit *map);

#endif
