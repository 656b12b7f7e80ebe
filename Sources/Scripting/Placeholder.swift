// see the module's README
