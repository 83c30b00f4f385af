export { type Advice, advised } from "./advice.js"
export { inputOf, isPair, valueFor } from "./arguments.js"
export { branchOfClone, mergeBaseOf, type RemoteBranch } from "./clone.js"
export {
  type CommandLine,
  commandLinesIn,
  commandsIn,
  textOfWord,
  withoutName,
  wordsOfTemplate,
} from "./command-line.js"
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
export {
  ofRemote,
  type Repository,
  repositoryOf,
  sameRepository,
  usualHost,
} from "./repository-name.js"
export { type Selected, selectedBy, targetOf } from "./selector.js"
export { givenTasks, type TaskFlags } from "./tasks.js"
