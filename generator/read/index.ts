export { listFiles, readInputs, readTexts } from "./files.js"
export {
  ageInDays,
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
  PIN_PATH,
  type ProjectLayout,
  pathAt,
  pinProblems,
  pinWarnings,
  REST_PATH,
  SCHEMA_PATH,
  sourceOf,
} from "./inputs.js"
export { installedLayout } from "./installed.js"
export { readText } from "./text.js"
export { workspaceOf } from "./trust.js"
export { ProjectError, requireAllWithin, requireWithin, requireWritable } from "./within.js"
