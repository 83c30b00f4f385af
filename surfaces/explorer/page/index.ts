/** The parts of the page that work without a browser. */
export { type Arrow, arrowOf, inWords } from "./arrows.js"
export { inShell, inTypeScript } from "./examples.js"
export {
  type Arrived,
  type Described,
  type Given,
  type Ran,
  RESET,
  RUN,
  type Sent,
} from "./given.js"
