export { contractOf } from "./contract-of.js"
export { type Given, givenInput, type InputFlags } from "./given.js"
export { namedRepository, surroundingRepository } from "./repository.js"
export { givenTasks, type TaskFlags } from "./tasks.js"
