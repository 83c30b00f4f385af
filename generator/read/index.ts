export { listFiles, readInputs } from "./files.js"
export {
  CONTRACTS_PATH,
  GH_PATH,
  type Inputs,
  NODE_IDS_PATH,
  PACKAGE_FOLDER,
  type PackageFiles,
  PIN_FILES,
  REST_PATH,
  SCHEMA_PATH,
  sourceOf,
} from "./inputs.js"
export { PIN_PATH, pinProblems } from "./pin-checksums.js"
export { ProjectError, requireAllWithin, requireWithin } from "./within.js"
