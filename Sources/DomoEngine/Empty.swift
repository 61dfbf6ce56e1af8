// DomoEngine
