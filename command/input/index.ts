export { type Advice, advised } from "./advice.js"
export { valueFor } from "./arguments.js"
export { contractOf } from "./contract-of.js"
export { type Given, givenInput, type InputFlags } from "./given.js"
export { readFrom, readText } from "./read.js"
export {
  lacksRepository,
  namedRepository,
  surroundingRepository,
  wantsRepository,
} from "./repository.js"
export { type Selected, selectedBy } from "./selector.js"
export { givenTasks, type TaskFlags } from "./tasks.js"
