export { bringsToken, ghEnvironment } from "./environment.js"
export { removeSecret, storeSecret } from "./keychain.js"
export { tokenByGh, tokenOfGh } from "./login.js"
export {
  configFolder,
  type HostLogins,
  LOGINS_FILE,
  type Logins,
  readLogins,
  tokenOfLogin,
} from "./logins.js"
export { type GhResult, isStartedAsGh, mostOutput, runGh, startedAsGh } from "./process.js"
export { realGh } from "./real-gh.js"
