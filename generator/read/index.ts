export { listFiles, readInputs, readTexts } from "./files.js"
export {
  CONTRACTS_PATH,
  commandOf,
  docsFor,
  GH_PATH,
  type Inputs,
  ownPlace,
  PACKAGE_FOLDER,
  PAGES_FOLDER,
  type PackageFiles,
  PIN_FILES,
  type Place,
  pathAt,
  REST_PATH,
  SCHEMA_PATH,
  sourceOf,
} from "./inputs.js"
export { installedPlace } from "./installed.js"
export { ageInDays, PIN_PATH, pinProblems, pinWarnings } from "./pin-record.js"
export { ProjectError, requireAllWithin, requireWithin } from "./within.js"
