export { bringsToken, ghEnvironment } from "./environment.js"
export { removeSecret, storeSecret } from "./keychain.js"
export {
  configFolder,
  LOGINS_FILE,
  type Logins,
  readLogins,
  tokenByGh,
  tokenOfGh,
  tokenOfLogin,
} from "./logins.js"
export { type GhResult, isStartedAsGh, mostOutput, runGh, startedAsGh } from "./process.js"
export { realGh } from "./real-gh.js"
