import type { Registry } from "./capability/index.js"

/**
 * The capabilities of one registry beside those of another, such as a project's own beside those of the
 * package. An id is in one of them alone: the compiler holds cards to that.
 */
export function extendRegistry(base: Registry, own: Registry): Registry {
  const both = new Map<string, ReturnType<Registry["within"]>>()
  const joined = (domain: string) => {
    const [theirs, ours] = [base.within(domain), own.within(domain)]
    if (ours.size === 0) return theirs
    return new Map([...theirs, ...ours].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  return {
    domains: [...new Set([...base.domains, ...own.domains])],
    within(domain) {
      const known = both.get(domain) ?? joined(domain)
      if (known.size > 0) both.set(domain, known)
      return known
    },
    source(id) {
      const [domain = ""] = id.split(".", 1)
      return (own.within(domain).has(id) ? own : base).source(id)
    },
  }
}

/**
 * Adds the capabilities of a project to a registry itself, for whoever has it already: the command, the MCP
 * server, tools and calls by name.
 *
 * @param own - the registry of the project, as `npx ghx gen` wrote it
 * @param catalog - loads what stands in its catalogue
 */
export function adoptRegistry(base: Registry, own: Registry, catalog: () => Promise<object>): void {
  Object.assign(base, extendRegistry({ ...base }, own), { added: catalog })
}
