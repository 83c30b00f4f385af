export { type BlamedRange, blame } from "./blame.js"
export { decodeObject, Undecodable } from "./decode.js"
export { diffFiles, diffFromMergeBase, type FileChange, isBinaryChange, patchOf } from "./diff.js"
export { commitsBetween, history, isAncestor, mergeBase } from "./history.js"
export { followLine, type PatchLine, splitLines } from "./lines.js"
export { type MergeResult, mergeCommits, mergeFiles } from "./merge.js"
export {
  blobOid,
  bytesOf,
  type Commit,
  commitOf,
  commitOid,
  commitTree,
  createObjects,
  FILE_MODES,
  type File,
  type Files,
  FOLDER_MODE,
  filesIn,
  filesOf,
  foldersOf,
  type GitObjects,
  isAlsoFolder,
  isBinary,
  isFolder,
  isLink,
  isSameFile,
  localDate,
  type NewCommit,
  type ObjectType,
  peel,
  type Signature,
  type Tag,
  type TreeEntry,
  tagOf,
  tagOid,
  textOf,
  treeOid,
  writeBlob,
  writeCommit,
  writeFile,
  writeTag,
  writeTree,
} from "./objects.js"
export { commitChanges, mailPatches, unifiedDiff } from "./unified.js"
