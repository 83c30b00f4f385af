/** The parts of the page that work without a browser. */
export { arrowOf, inWords } from "./arrows.js"
export { inShell, inTypeScript } from "./examples.js"
export {
  type Arrived,
  type ArrivedLine,
  type Described,
  type Given,
  type Item,
  type Ran,
  RESET,
  RUN,
  type Sent,
  STATE,
  type State,
} from "./given.js"
