// XML files as trees, by expat. What is read is what PLCopen files need:
// elements without their prefixes, attributes, and text with positions. A
// document type declaration is refused, so there are no entities but the five
// that XML has.
//
// The tree lives in the arena that it was given, in proportion to the file.
// Depth is bounded, so trees may be walked by recursion.
#ifndef VD_FRONT_ST_XML_H
#define VD_FRONT_ST_XML_H

#include "front/st/parse.h"

typedef struct VdXmlAttribute {
  const char *name, *value;
} VdXmlAttribute;

typedef struct VdXml VdXml;
struct VdXml {
  const char *name;   // without prefix
  const char *space;  // the namespace, "" if none
  VdPos pos;
  VD_ST_LIST(VdXmlAttribute) attribute;
  VdXml *first, *last;  // children
  VdXml *next;          // after this one
  // Text between tags, without white space in front. Of an <xhtml> element it
  // is all text inside; <br/> and <p> are line breaks.
  VD_ST_LIST(char) text;  // not NUL-terminated
  VD_ST_LIST(VdStSpot) spot;
};

// The root element; NULL with an error in diags.
VdXml *vd_xml_read(VdArena *arena, const VdStText *text, VdDiags *diags);

const char *vd_xml_get(const VdXml *e, const char *attribute);  // or NULL
bool vd_xml_is(const VdXml *e, const char *name);       // false if e is NULL
VdXml *vd_xml_child(const VdXml *e, const char *name);  // the first, or NULL
VdXml *vd_xml_next(const VdXml *e, const char *name);   // sibling, or NULL

// Text for the parser. Positions in an attribute are those of its element.
VdStText vd_xml_text(const VdXml *e);
VdStText vd_xml_value(const VdXml *e, const char *value, VdStSpot *spot);

#endif
