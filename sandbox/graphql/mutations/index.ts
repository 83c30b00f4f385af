import type { Fields } from "../field/index.js"
import * as all from "./all.js"

export const mutationFields: Fields<unknown> = Object.assign({}, ...Object.values(all))
