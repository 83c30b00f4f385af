/**
 * Lets capabilities that are not bound to a client use that of the environment. The entry points of `ghx` import this
 * module, those of `ghx/core` do not: what it imports is the whole table of options.
 */
import { setDefaultClient } from "./client/index.js"
import { environmentClient } from "./features/index.js"

setDefaultClient(environmentClient)
