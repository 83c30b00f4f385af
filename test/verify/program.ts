/** Generated files as a program of TypeScript, in memory: nothing need be on the disk yet. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Project, SourceFile, ts } from "ts-morph"
import type { PackageManifest } from "./entry-points.js"
import { morph } from "./tools.js"

/**
 * The apparent location of generated files: beside the runtime, or in the package, whatever project they
 * belong to.
 */
const FOLDER = ".cache/verify"

/** Compiler options of the strictest project that may import generated code. */
const STRICT: ts.CompilerOptions = {
  target: morph.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts"],
  module: morph.ModuleKind.NodeNext,
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  resolveJsonModule: true,
  noEmit: true,
}

/** A problem that TypeScript has with a file. */
interface TypeProblem {
  readonly start: number
  readonly message: string
}

export class Program {
  private readonly project: Project
  private readonly root: string
  private readonly packageRoot: string
  private readonly runtime: readonly string[]

  /**
   * @param packageRoot - the package with the runtime
   * @param options - compiler options, besides those of the strictest project
   */
  constructor(
    packageRoot: string,
    files: ReadonlyMap<string, string>,
    options: ts.CompilerOptions = {},
  ) {
    this.root = join(packageRoot, FOLDER)
    this.packageRoot = packageRoot
    this.runtime = ["surfaces/ad-hoc", "dist", "planner", "runtime"].map(
      (folder) => `${join(packageRoot, folder)}/`,
    )
    this.project = new morph.Project({
      compilerOptions: {
        ...STRICT,
        rootDirs: [this.root, packageRoot],
        typeRoots: [join(packageRoot, "node_modules/@types")],
        ...options,
      },
      skipFileDependencyResolution: true,
    })
    this.add(files)
  }

  /** Adds files by their paths from the project's root, or replaces them. */
  add(files: ReadonlyMap<string, string>): void {
    for (const [path, text] of files) {
      if (!/\.(ts|json)$/.test(path)) continue
      this.project.createSourceFile(join(this.root, path), text, { overwrite: true })
    }
  }

  /** Adds types of other tools. In them, optional members may not be undefined; in ours, they may. */
  addForeign(files: ReadonlyMap<string, string>): void {
    this.add(files)
    this.add(new Map([...files.keys()].map((path) => [path, withUndefined(this.file(path))])))
  }

  file(path: string): SourceFile {
    return this.project.getSourceFileOrThrow(join(this.root, path))
  }

  /** A file of the package that is not generated, by its path from the package's root. */
  ownFile(path: string): SourceFile {
    return this.project.addSourceFileAtPath(join(this.packageRoot, path))
  }

  /** Adds the package's files in these folders, except tests. */
  addOwnFiles(...folders: readonly string[]): void {
    const files = folders.map((folder) => join(this.packageRoot, folder, "**/*.ts"))
    this.project.addSourceFilesAtPaths([...files, "!**/*.test.ts"])
  }

  /** The package's own package.json. */
  readPackage(): PackageManifest {
    return JSON.parse(readFileSync(join(this.packageRoot, "package.json"), "utf8"))
  }

  /** The path of a file, as it was passed in. */
  pathOf(file: SourceFile): string {
    return file
      .getFilePath()
      .slice(this.root.length + 1)
      .replaceAll("\\", "/")
  }

  /** Whether an imported file is part of the runtime, or of the package that a project has installed. */
  isRuntime(file: string): boolean {
    return this.runtime.some((folder) => file.startsWith(folder))
  }

  /** Whether an imported file was passed in. */
  isGenerated(file: string): boolean {
    return file.startsWith(`${this.root}/generated/`)
  }

  /** TypeScript's errors in a file. */
  problems(path: string): TypeProblem[] {
    const { compilerObject } = this.project.getProgram()
    const { compilerNode } = this.file(path)
    return [
      ...compilerObject.getSyntacticDiagnostics(compilerNode),
      ...compilerObject.getSemanticDiagnostics(compilerNode),
    ].map(({ start = 0, messageText }) => ({
      start,
      message: firstMessage(messageText),
    }))
  }
}

function firstMessage(message: string | ts.DiagnosticMessageChain): string {
  return typeof message === "string" ? message : message.messageText
}

function withUndefined(file: SourceFile): string {
  const ends = file
    .getDescendantsOfKind(morph.SyntaxKind.PropertySignature)
    .filter((node) => node.hasQuestionToken())
    .map((node) => node.getTypeNodeOrThrow().getEnd())
    .sort((a, b) => b - a)
  return ends.reduce(
    (text, end) => `${text.slice(0, end)} | undefined${text.slice(end)}`,
    file.getFullText(),
  )
}
