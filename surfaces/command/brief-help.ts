import type * as commander from "commander"

/**
 * Help in few words, for models and pipes: a usage line with the purpose, names of commands, and flags. Flags of all
 * commands, and texts, are left out, because models know those of gh.
 */
export function briefHelp(command: commander.Command, helper: commander.Help): string {
  if (command.parent === null && command.name() === "ghx") return rootHelp(command, helper)
  const usage = helper.commandUsage(command).replace(" [options]", "").replace(" [command]", "")
  const commands = helper.visibleCommands(command).map((one) => one.name())
  const flags = helper.visibleOptions(command).flatMap(flagText)
  const purpose = helper.commandDescription(command)
  return [
    purpose ? `${usage}: ${purpose}` : usage,
    ...linesOf(commands),
    ...(flags.length > 0 ? [flags.join(" ")] : []),
    "",
  ].join("\n")
}

/** Names of one word in a line; those of several in another: `hooks {create list}; tags list`. */
function linesOf(names: readonly string[]): readonly string[] {
  const lasts = new Map<string, string[]>()
  for (const name of names.filter((name) => name.includes(" "))) {
    const [first = "", last = ""] = name.split(/ (?=[^ ]+$)/)
    lasts.set(first, [...(lasts.get(first) ?? []), last])
  }
  const others = [...lasts].map(([first, all]) =>
    all.length > 1 ? `${first} {${all.join(" ")}}` : `${first} ${all}`,
  )
  const single = names.filter((name) => !name.includes(" "))
  return [single.join(" "), others.join("; ")].filter((line) => line !== "")
}

/** Instead of gh's commands and of the options that most commands have, which no other help repeats. */
function rootHelp(command: commander.Command, helper: commander.Help): string {
  const own = helper.visibleCommands(command).map((one) => one.name())
  return `ghx: gh's commands, flags, --json and --jq (issue, pr, run, workflow, release, repo, label, project, search, …), and
${own.join(", ")}
Also of each: --dry-run, --record=FILE, --trace, --untrusted=mark|omit, --sandbox, -y --yes.
More than gh has: ghx explain [ID|PHRASE]. One command: ghx COMMAND --help.
Exit codes: 1 failed, 2 usage, 3 not found, 4 authentication, 5 partly, 75 retry later.
`
}

/** `-c/--comment=`, `-r/--reason=completed|not_planned`, `--addition='{"path", "text"}'`; `=` stands for any value. */
function flagText(option: commander.Option): string[] {
  const { flags, argChoices, helpGroupHeading, long } = option
  if (helpGroupHeading === general || long === "--help" || long === "--version") return []
  const [names = "", value = ""] = flags.split(/ (?=[<[])/)
  const form = /[|={]/.test(value) ? value.replaceAll(/[<>]/g, "") : ""
  const shown = argChoices?.join("|") ?? form
  return [`${names.replace(", ", "/")}${value || argChoices ? `=${shown}` : ""}`]
}

export const general = "General options:"
