// libxml2 for Swift, with wrappers for its error handlers, which are variadic, macros, or have types that differ
// between releases.
#pragma once

// Debian's libxml2 is built with ICU, whose types differ from those of Foundation's ICU. If Swift sees both, a build
// may fail, depending on which it sees first. Nothing here needs them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>

/// Handles a fault. The error and its texts are only valid during the call.
typedef void (*domo_xml_fault_handler)(void *context, const xmlError *error);

/// A thread's handlers for faults that belong to no parser.
typedef struct {
    xmlGenericErrorFunc generic;
    void *generic_context;
    xmlStructuredErrorFunc structured;
    void *structured_context;
} domo_xml_thread_handlers;

static inline void domo_xml_ignore(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

static inline void domo_xml_ignore_fault(void *context, const xmlError *error) {
    (void)context;
    (void)error;
}

static inline void domo_xml_set_fault_handler(xmlSAXHandler *sax, domo_xml_fault_handler handler) {
    // Older releases pass the error without the const.
    sax->serror = (xmlStructuredErrorFunc)handler;
}

/// Sends this thread's faults that belong to no parser (such as a failed conversion of an encoding) to a handler
/// instead of standard error, until `domo_xml_restore_thread_handlers`.
static inline domo_xml_thread_handlers domo_xml_replace_thread_handlers(domo_xml_fault_handler handler, void *context) {
    domo_xml_thread_handlers former = {
        xmlGenericError, xmlGenericErrorContext, xmlStructuredError, xmlStructuredErrorContext,
    };
    xmlSetGenericErrorFunc(NULL, domo_xml_ignore);
    xmlSetStructuredErrorFunc(context, (xmlStructuredErrorFunc)handler);
    return former;
}

static inline void domo_xml_restore_thread_handlers(domo_xml_thread_handlers former) {
    xmlSetGenericErrorFunc(former.generic_context, former.generic);
    xmlSetStructuredErrorFunc(former.structured_context, former.structured);
}

/// Prefetches the memory at an address, which Swift has no function for.
static inline void domo_prefetch(const void *address) {
    __builtin_prefetch(address);
}

/// Parses a document without output on standard error; NULL if it is invalid.
static inline xmlDocPtr domo_xml_read(const char *bytes, int count, int options) {
    domo_xml_thread_handlers former = domo_xml_replace_thread_handlers(domo_xml_ignore_fault, NULL);
    xmlDocPtr document = xmlReadMemory(bytes, count, NULL, NULL, options);
    domo_xml_restore_thread_handlers(former);
    return document;
}

/// Evaluates an XPath expression without output on standard error; NULL if it is invalid, or reached a limit.
static inline xmlXPathObjectPtr domo_xml_evaluate(const char *expression, xmlXPathContextPtr context) {
    context->error = (xmlStructuredErrorFunc)domo_xml_ignore_fault;
    return xmlXPathEvalExpression((const xmlChar *)expression, context);
}

/// Compiles an XPath expression; NULL if it is invalid.
static inline xmlXPathCompExprPtr domo_xml_compile(const char *expression) {
    xmlXPathContextPtr context = xmlXPathNewContext(NULL);
    if (context == NULL) return NULL;
    context->error = (xmlStructuredErrorFunc)domo_xml_ignore_fault;
    xmlXPathCompExprPtr compiled = xmlXPathCtxtCompile(context, (const xmlChar *)expression);
    xmlXPathFreeContext(context);
    return compiled;
}

/// Wraps `xmlFree`, a global variable that Swift can't use safely.
static inline void domo_xml_free(void *memory) {
    xmlFree(memory);
}
