export { type BlamedRange, blame } from "./blame.js"
export { diffFiles, diffFromMergeBase, type FileChange, isBinaryChange, patchOf } from "./diff.js"
export { commitsBetween, history, isAncestor, mergeBase } from "./history.js"
export { followLine, type PatchLine, splitLines } from "./lines.js"
export { type MergeResult, mergeCommits, mergeFiles } from "./merge.js"
export {
  blobOid,
  type Commit,
  commitOf,
  commitOid,
  createObjects,
  type Files,
  filesIn,
  filesOf,
  type GitObjects,
  isBinary,
  type Signature,
  type TreeEntry,
  textOf,
  treeOid,
  writeBlob,
  writeCommit,
  writeTree,
} from "./objects.js"
export { commitChanges, mailPatches, unifiedDiff } from "./unified.js"
