/** The parts of the page that work without a browser. */
export { arrowOf, inWords } from "./arrows.js"
export { inShell, inTypeScript } from "./examples.js"
export * from "./given.js"
