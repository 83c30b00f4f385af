/** The parts of the page that work without a browser. */
export { type Arrow, arrowOf, inWords } from "./arrows.js"
export { chainInShell, chainInTypeScript, inShell, inTypeScript } from "./examples.js"
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
