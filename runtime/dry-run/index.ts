export { type DryRunClient, dryRunClient, type UnsentRequest } from "./dry-run-client.js"
