// DomoXML
