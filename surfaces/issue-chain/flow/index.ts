export { type Readiness, readiness } from "./preflight.js"
export { statusText } from "./progress.js"
export {
  begin,
  type ChainProgress,
  type Prospect,
  prospectOf,
  type RunOptions,
  resume,
} from "./run.js"
export type { Ports } from "./work.js"
