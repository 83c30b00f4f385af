import { type DocumentNode, Kind, visit } from "graphql"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutDocument } from "../messages/index.js"
import { atNode, type DocumentSource } from "../parse/index.js"
import { PACKAGE_FOLDER } from "../read/index.js"
import { memoize } from "../text/index.js"

/** The fragments that a document spreads but does not define. */
export const namesSpread = memoize((ast: DocumentNode): readonly string[] => {
  const names = new Set<string>()
  const own = new Set<string>()
  visit(ast, {
    FragmentSpread: ({ name }) => void names.add(name.value),
    FragmentDefinition: ({ name }) => void own.add(name.value),
  })
  return [...names].filter((name) => !own.has(name))
})

/**
 * Checks that a file of `operations/shapes/` has exactly the fragment of its name, spreadable without
 * variables.
 */
export function checkSharedFragment(name: string, { file, ast }: DocumentSource): Diagnostic[] {
  // Merging operations renames local fragments to `s0_…`, so a shared fragment must not have such a name.
  if (!/^(?!s\d+_)[a-z][a-z0-9]*(?:_[a-z][a-z0-9]*)*$/.test(name))
    return [diagnostic(aboutDocument.fragmentFile(file.path), file, { start: 0, end: 1 })]
  const [first, second] = ast.definitions
  const other = first?.kind === Kind.FRAGMENT_DEFINITION ? second : first
  if (other !== undefined) {
    const start = other.loc?.start ?? 0
    const line = { start, end: Math.min(other.loc?.end ?? start, lineEnd(file.text, start)) }
    return [diagnostic(aboutDocument.notOneFragment(name), file, line)]
  }
  const problems: Diagnostic[] = []
  visit(ast, {
    FragmentDefinition: (node) => {
      if (node.name.value !== name)
        problems.push(atNode(node.name, aboutDocument.fragmentOfOtherName(name, node.name.value)))
    },
    Variable: (node) =>
      void problems.push(atNode(node, aboutDocument.variableInFragment(node.name.value))),
  })
  return problems
}

/**
 * Checks that a document does not use a shared fragment indirectly if it defines a fragment of the same name, which
 * hides the shared one.
 */
export function checkLocalFragments(
  { ast }: DocumentSource,
  reached: readonly string[],
): Diagnostic[] {
  const names = reached.map(fragmentName)
  return ast.definitions.flatMap((one) => {
    if (one.kind !== Kind.FRAGMENT_DEFINITION || !names.includes(one.name.value)) return []
    return [atNode(one.name, aboutDocument.fragmentCalledLikeShared(one.name.value))]
  })
}

/**
 * Checks that all fragments that a document uses have different names. A project may otherwise reuse names of the
 * package.
 */
export function checkFragmentNames(
  { file }: DocumentSource,
  reached: readonly string[],
): Diagnostic[] {
  return reached.flatMap((path) => {
    const name = isOfPackage(path) ? undefined : fragmentName(path)
    if (name === undefined || !reached.includes(fragmentPath(name, PACKAGE_FOLDER))) return []
    const span = { start: 0, end: lineEnd(file.text, 0) }
    return [diagnostic(aboutDocument.twoFragments(name, path), file, span)]
  })
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from)
  return end === -1 ? text.length : end
}

const FOLDER = "operations/shapes/"

export function fragmentPath(name: string, folder: "" | typeof PACKAGE_FOLDER = ""): string {
  return `${folder}${FOLDER}${name}.graphql`
}

/** The name of the shared fragment that a file contains; undefined for any other file. */
export function fragmentName(path: string): string | undefined {
  const own = withoutFolder(path)
  return own.startsWith(FOLDER) ? own.slice(FOLDER.length, -".graphql".length) : undefined
}

function withoutFolder(path: string): string {
  return isOfPackage(path) ? path.slice(PACKAGE_FOLDER.length) : path
}

export function isOfPackage(path: string): boolean {
  return path.startsWith(PACKAGE_FOLDER)
}
