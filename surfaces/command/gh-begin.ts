/** `ghx repo create --add-readme` and its kin: a repository that is not empty, which only REST creates. */
import { parseArgs } from "node:util"
import { me } from "./gh/index.js"
import { sendWith } from "./gh-rest.js"
import { namedRepository, repositoryOf } from "./input/index.js"
import { asking } from "./lookups.js"
import { UsageError } from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

export type Beginning = OptionValues<
  "gitignore" | "license" | "template",
  "addReadme" | "includeAllBranches"
>

const toggle = { type: "boolean" } as const
const text = { type: "string" } as const
const options = {
  public: toggle,
  private: toggle,
  internal: toggle,
  description: { ...text, short: "d" },
  homepage: { ...text, short: "h" },
  "disable-issues": toggle,
  "disable-wiki": toggle,
} as const

function read(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [name = "", another] = positionals
    if (another !== undefined) throw new Error(`unexpected argument "${another}"`)
    return { name, values }
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? error.message : String(error),
      "With --add-readme, --gitignore, --license or --template, only gh's options apply",
    )
  }
}

const settingsOf = (values: ReturnType<typeof read>["values"]) => ({
  ...(values.homepage !== undefined && { homepage: values.homepage }),
  ...(values["disable-issues"] && { has_issues: false }),
  ...(values["disable-wiki"] && { has_wiki: false }),
})

const filesOf = ({ addReadme, gitignore, license }: Beginning) => ({
  ...(addReadme && { auto_init: true }),
  ...(gitignore !== undefined && { gitignore_template: gitignore }),
  ...(license !== undefined && { license_template: license }),
})

/** Creates it, and returns its URL, or the exit code of a failure. */
export async function begun(
  words: readonly string[],
  beginning: Beginning,
  terminal: Terminal,
): Promise<URL | number> {
  const { name: typed, values } = read(words)
  const { template, includeAllBranches, ...others } = beginning
  const settings = settingsOf(values)
  const hasSettings = Object.keys(settings).length > 0
  const visibilities = (["public", "private", "internal"] as const).filter((one) => values[one])
  const [visibility, another] = visibilities
  if (another || visibility === undefined) {
    throw new UsageError("ghx repo create needs --public, --private or --internal, and only one")
  }
  if (template !== undefined && Object.values(others).some((one) => one !== undefined)) {
    throw new UsageError("--template has files of its own", "Create it without others")
  }
  if (template !== undefined && (visibility === "internal" || hasSettings)) {
    throw new UsageError(
      "--template cannot be combined with --internal, --homepage, --disable-issues and --disable-wiki",
      "Create it with --private or --public, and change it by ghx repo edit",
    )
  }
  if (includeAllBranches && template === undefined) {
    throw new UsageError("--include-all-branches needs --template")
  }
  const named = typed.includes("/") ? repositoryOf(typed) : { owner: undefined, repo: typed }
  if (!named) throw new UsageError(`expected NAME or OWNER/NAME, not ${typed}`)
  return asking({}, terminal, async (ask, client) => {
    const login = String(await me(ask))
    const owner = named.owner ?? login
    const isOwn = owner.toLowerCase() === login.toLowerCase()
    const common = {
      ...{ name: named.repo, private: visibility !== "public" },
      ...(values.description !== undefined && { description: values.description }),
    }
    const from = template === undefined ? undefined : namedRepository(template)
    const [path, body] = from
      ? [
          `/repos/${from.owner}/${from.repo}/generate`,
          { ...common, owner, include_all_branches: includeAllBranches === true },
        ]
      : [
          isOwn ? "/user/repos" : `/orgs/${owner}/repos`,
          {
            ...common,
            ...(visibility === "internal" && { visibility }),
            ...settings,
            ...filesOf(others),
          },
        ]
    const made = await sendWith(client, terminal)("POST", path, body)
    return new URL(String(Object(made).html_url))
  })
}
