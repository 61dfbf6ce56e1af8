// DomoLanguage
