// DomoHTTP
