/**
 * The name under which GitHub stores a file of a release: letters without accents, one period in place of all other
 * characters, none at the ends, and `default` before a name of which only the extension is left.
 */
export function storedFileName(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "")
  const stored = plain.replaceAll(/[^\w+@-]+/g, ".").replaceAll(/^\.|\.$/g, "")
  const isExtension = plain.startsWith(".") || (stored !== name && !stored.includes("."))
  return isExtension ? `default.${stored}` : stored
}

/** A text as GitHub stores it, which may change line ends and remove white space around it. */
export const storedText = (text: unknown): string => `${text}`.replace(/\r\n?/g, "\n").trim()
