export { listFiles, readInputs, readTexts } from "./files.js"
export {
  CONTRACTS_PATH,
  cardPath,
  commandOf,
  docsFor,
  GH_PATH,
  type Inputs,
  idOfCard,
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
export { readJson, readText } from "./text.js"
export { isInstalledIn, workspaceOf } from "./trust.js"
export { ProjectError, requireAllWithin, requireWithin, requireWritable } from "./within.js"
