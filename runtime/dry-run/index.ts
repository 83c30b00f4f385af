export { type DryRun, dryRun, type UnsentRequest } from "./dry-run.js"
