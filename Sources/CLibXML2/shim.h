// libxml2 as Swift sees it, and what Swift can't say to it: its error handlers are variadic, macros, or of a type that
// differs from one release to the next.
#pragma once

// Debian's libxml2 is built with ICU, whose types differ from those of the ICU in Foundation: where Swift saw both, a build
// failed, or not, by which it saw first. Nothing here needs them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>

/// Takes a fault. The error and its texts live for the call alone.
typedef void (*domo_xml_fault_handler)(void *context, const xmlError *error);

/// The handlers of a thread for faults that belong to no parser.
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

/// Sends the faults of this thread that belong to no parser (a failed conversion of an encoding) to a handler instead
/// of to the standard error, until `domo_xml_restore_thread_handlers`.
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

/// Has the memory at an address fetched while something else is done: Swift has no word for it.
static inline void domo_prefetch(const void *address) {
    __builtin_prefetch(address);
}

/// Reads a document from memory without a word on the standard error; NULL for what is none.
static inline xmlDocPtr domo_xml_read(const char *bytes, int count, int options) {
    domo_xml_thread_handlers former = domo_xml_replace_thread_handlers(domo_xml_ignore_fault, NULL);
    xmlDocPtr document = xmlReadMemory(bytes, count, NULL, NULL, options);
    domo_xml_restore_thread_handlers(former);
    return document;
}

/// Evaluates an XPath expression without a word on the standard error; NULL for what is none, or was given up.
static inline xmlXPathObjectPtr domo_xml_evaluate(const char *expression, xmlXPathContextPtr context) {
    context->error = (xmlStructuredErrorFunc)domo_xml_ignore_fault;
    return xmlXPathEvalExpression((const xmlChar *)expression, context);
}

/// NULL for what is no XPath expression.
static inline xmlXPathCompExprPtr domo_xml_compile(const char *expression) {
    xmlXPathContextPtr context = xmlXPathNewContext(NULL);
    if (context == NULL) return NULL;
    context->error = (xmlStructuredErrorFunc)domo_xml_ignore_fault;
    xmlXPathCompExprPtr compiled = xmlXPathCtxtCompile(context, (const xmlChar *)expression);
    xmlXPathFreeContext(context);
    return compiled;
}

/// `xmlFree` is a variable, which Swift doesn't let through.
static inline void domo_xml_free(void *memory) {
    xmlFree(memory);
}
