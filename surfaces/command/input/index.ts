export { type Advice, advised } from "./advice.js"
export { inputOf, isPair, valueFor } from "./arguments.js"
export { branchOfClone, mergeBaseOf, type RemoteBranch } from "./clone.js"
export * from "./command-line.js"
export { contractOf, isOfMachine, withCall } from "./contract-of.js"
export { givenInput, type InputFlags } from "./given.js"
export { readFrom, readJson, readText } from "./read.js"
export {
  lacksRepository,
  namedRepository,
  repositoryOfSecret,
  surroundingRepository,
  takesRepository,
  wantsRepository,
} from "./repository.js"
export * from "./repository-name.js"
export { type Selected, selectedBy, targetOf } from "./selector.js"
export { givenTasks, type TaskFlags } from "./tasks.js"
