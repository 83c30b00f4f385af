export { listFiles, readInputs, readTexts } from "./files.js"
export {
  CONTRACTS_PATH,
  commandOf,
  docsFor,
  GH_PATH,
  type Inputs,
  ownLayout,
  PACKAGE_FOLDER,
  PAGES_FOLDER,
  type PackageFiles,
  PIN_FILES,
  type ProjectLayout,
  pathAt,
  REST_PATH,
  SCHEMA_PATH,
  sourceOf,
} from "./inputs.js"
export { installedLayout } from "./installed.js"
export { ageInDays, PIN_PATH, pinProblems, pinWarnings } from "./pin-record.js"
export { ProjectError, requireAllWithin, requireWithin } from "./within.js"
