import { build } from "esbuild"

/**
 * Optional features that an entry point loads with itself, so that they cost users who do not use them.
 *
 * @param entries - the modules that users import
 * @param optional - files and folders that must be loaded on demand
 */
export async function loadedAtOnce(
  root: string,
  entries: readonly string[],
  optional: readonly string[],
): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outdir: ".",
    write: false,
    metafile: true,
    logLevel: "error",
    tsconfigRaw: {},
  })
  const importers = new Map(entries.map((entry) => [entry, entry]))
  // A map yields what is added while it is read.
  for (const [file] of importers) {
    for (const { kind, path } of metafile.inputs[file]?.imports ?? []) {
      if (kind === "import-statement" && !importers.has(path)) importers.set(path, file)
    }
  }
  const isOptional = (file: string) =>
    optional.some((one) => file === one || file.startsWith(`${one}/`))
  return [...importers]
    .filter(([file, importer]) => isOptional(file) && !isOptional(importer))
    .map(
      ([file, importer]) =>
        `${importer} imports ${file}, an optional feature: load it with \`await import\`, or import a type (test/architecture/packages.ts)`,
    )
}
