/**
 * Parameters of REST paths whose values may contain slashes, such as names of branches, tags and files. GitHub's
 * description does not tell them from others.
 *
 * @public
 */
export const withSlashes: ReadonlySet<string> = new Set([
  "basehead",
  "branch",
  "commit_sha",
  "dir",
  "path",
  "ref",
  "tag",
  "tree_sha",
])
