export { initialState, type Transition, transition } from "./machine.js"
export * from "./state.js"
