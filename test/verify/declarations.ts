/** Checks that generated modules only contain what the emitters print. */
import type { Node, SourceFile, SyntaxKind } from "ts-morph"
import type { Program } from "./program.js"
import { morph } from "./tools.js"
import type { Finding } from "./verify.js"

/** The kinds of statements that the writer knows. */
const STATEMENTS: ReadonlySet<SyntaxKind> = new Set([
  morph.SyntaxKind.ImportDeclaration,
  morph.SyntaxKind.ExportDeclaration,
  morph.SyntaxKind.InterfaceDeclaration,
  morph.SyntaxKind.TypeAliasDeclaration,
  morph.SyntaxKind.FunctionDeclaration,
  morph.SyntaxKind.VariableStatement,
])

/** Forbidden nodes in a generated file, and TypeScript's errors. */
export function checkDeclarations(program: Program, path: string, text: string): Finding[] {
  const file = program.file(path)
  return [
    ...unknownStatements(file).map((node) => `not allowed in generated code: ${words(node)}`),
    ...foreignImports(program, file).map(
      (node) =>
        `\`${node.getLiteralText()}\` is neither a generated module nor part of the runtime`,
    ),
    ...silencers(text).map((comment) => `\`${comment}\` suppresses a TypeScript error`),
    ...exportedAny(file).map((node) => `\`${nameOf(node)}\` is \`any\``),
    ...undocumented(file)
      .filter((node) => !isSelfExplanatory(path, nameOf(node)))
      .map((node) => `\`${nameOf(node)}\` is exported and has no documentation`),
    ...program.problems(path).map(({ message }) => message),
  ].map((message) => ({ where: path, message }))
}

function unknownStatements(file: SourceFile): Node[] {
  return file
    .getStatements()
    .filter(
      (node) =>
        !STATEMENTS.has(node.getKind()) ||
        (morph.Node.isVariableStatement(node) && node.getDeclarationKind() !== "const"),
    )
}

/** Imports, re-exports, dynamic imports and imports within types that lead elsewhere. */
function foreignImports(program: Program, file: SourceFile) {
  return file.getImportStringLiterals().filter((literal) => {
    const target = literal.getSymbol()?.getValueDeclaration()?.getSourceFile().getFilePath()
    return target === undefined || !(program.isGenerated(target) || program.isRuntime(target))
  })
}

/** Comments that begin with a directive for TypeScript. Other occurrences of the text are harmless. */
function silencers(text: string): string[] {
  const found = text.matchAll(/^\s*\/[/*]+\s*(@ts-(?:ignore|expect-error|nocheck)\b)/gm)
  return [...found].map(([, comment = ""]) => comment)
}

/** Explicit `any`, and exports that infer to it. */
function exportedAny(file: SourceFile): Node[] {
  // Fast path: most files do not contain the word, and visiting every node takes long.
  const isWritten = /\bany\b/.test(file.getFullText())
  const written = isWritten ? file.getDescendantsOfKind(morph.SyntaxKind.AnyKeyword) : []
  const inferred = exportsOf(file).filter(
    (node) =>
      (morph.Node.isVariableDeclaration(node) && node.getType().isAny()) ||
      (morph.Node.isFunctionDeclaration(node) && node.getReturnType().isAny()),
  )
  const isSaid = (node: Node) =>
    written.some((any) => any.getPos() >= node.getPos() && any.getEnd() <= node.getEnd())
  return [...written, ...inferred.filter((node) => !isSaid(node))]
}

/** Everything in documents' modules, the mappings of shapes, and the types of contracts. */
function isSelfExplanatory(path: string, name: string): boolean {
  if (path.startsWith("generated/operations/")) return true
  const isOfShape = path.startsWith("generated/shapes/")
  return (isOfShape ? /(?:From|Over)(?:Graphql|Rest|Cli)$/ : /(?:Input|Item|Output)$/).test(name)
}

function undocumented(file: SourceFile): Node[] {
  const declared = exportsOf(file).filter((node) => {
    const owner = morph.Node.isVariableDeclaration(node) ? node.getVariableStatement() : node
    return owner === undefined || !morph.Node.isJSDocable(owner) || owner.getJsDocs().length === 0
  })
  // A namespace has no other place for its description.
  const named = file
    .getExportDeclarations()
    .filter((node) => !node.hasModuleSpecifier() && !node.isTypeOnly())
    .flatMap((node) => node.getNamedExports())
    .filter((node) => !/^\s*\/\*\*/.test(node.getFullText()))
  return [...declared, ...named]
}

/** A file's own exported declarations. */
function exportsOf(file: SourceFile): Node[] {
  return file.getStatements().flatMap((node): Node[] => {
    if (!morph.Node.isExportable(node) || !node.isExported()) return []
    return morph.Node.isVariableStatement(node) ? node.getDeclarations() : [node]
  })
}

/** The name of a declaration; for a nested type, that of its parent. */
function nameOf(node: Node): string {
  if (morph.Node.hasName(node)) return node.getName()
  const owner = node.getFirstAncestor((one) => morph.Node.hasName(one))
  return owner !== undefined && morph.Node.hasName(owner) ? owner.getName() : node.getText()
}

function words(node: Node): string {
  return node
    .getKindName()
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
}
