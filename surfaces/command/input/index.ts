export { type Advice, advised } from "./advice.js"
export { inputOf, isPair, valueFor } from "./arguments.js"
export { contractOf } from "./contract-of.js"
export { type Given, givenInput, type InputFlags } from "./given.js"
export { readFrom, readJson, readText } from "./read.js"
export {
  branchOfClone,
  lacksRepository,
  namedRepository,
  repositoryOf,
  surroundingRepository,
  takesRepository,
  usualHost,
  wantsRepository,
} from "./repository.js"
export { type Selected, selectedBy } from "./selector.js"
export { givenTasks, type TaskFlags } from "./tasks.js"
export { withCall } from "./with-call.js"
