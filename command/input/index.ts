export { type Given, givenInput, type InputFlags } from "./given.js"
export { givenTasks, type TaskFlags } from "./tasks.js"
