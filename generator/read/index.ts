export { listFiles, readInputs } from "./files.js"
export {
  CONTRACTS_PATH,
  GH_PATH,
  type Inputs,
  PACKAGE_FOLDER,
  type PackageFiles,
  REST_PATH,
  SCHEMA_PATH,
  sourceOf,
} from "./inputs.js"
export { PIN_PATH, pinProblems } from "./pin-checksums.js"
export { ProjectError, requireAllWithin, requireWithin } from "./within.js"
