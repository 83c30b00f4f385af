/** How many positional arguments a command takes, from its usage: `{<number> | <url>} [<name>]` is one or two. */
export function argumentCount(usage: string): { least: number; most: number } {
  // Arguments after `--` belong to another program.
  const own = usage.replace(/\[?-- .*$/, "")
  const optional = [...own.matchAll(/\[([^\]]*<[^\]]*)\](\.\.\.)?/g)]
  const required = [
    ...own.replace(/\[[^\]]*\](\.\.\.)?/g, "").matchAll(/(?:\{[^}]*<[^}]*\}|<[^>]*>)(\.\.\.)?/g),
  ]
  const isOpen = [...optional, ...required].some(([text]) => text.includes("..."))
  const most = optional.length + required.length
  return { least: required.length, most: isOpen ? Number.POSITIVE_INFINITY : most }
}
