import { transform } from "sucrase"

/** A generated module without its types, for Node versions that read no TypeScript. */
export function javascriptOf(typescript: string): string {
  const { code } = transform(typescript, {
    transforms: ["typescript"],
    disableESTransforms: true,
    preserveDynamicImport: true,
  })
  return code
}
