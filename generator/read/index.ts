export { listFiles, readInputs } from "./files.js"
export {
  CONTRACTS_PATH,
  commandOf,
  docsFor,
  GH_PATH,
  type Inputs,
  NODE_IDS_PATH,
  ownPlace,
  PACKAGE_FOLDER,
  type PackageFiles,
  PIN_FILES,
  type Place,
  pathAt,
  REST_PATH,
  SCHEMA_PATH,
  sourceOf,
} from "./inputs.js"
export { installedPlace } from "./installed.js"
export { PIN_PATH, pinProblems } from "./pin-checksums.js"
export { ProjectError, requireAllWithin, requireWithin } from "./within.js"
