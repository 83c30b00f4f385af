/** A clone of octocat/hello-world, for the commands of gh that work on one. */
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Clone {
  /** The folder of the clone. */
  readonly cwd: string
  /** Makes git use the clone's server for an SSH address. */
  readonly env: Record<string, string>
  git(...args: string[]): string
  remove(): void
}

/** An empty clone and its server, which has the head branch of pull request 7. */
export function makeClone(host = "github.com"): Clone {
  const folder = mkdtempSync(join(tmpdir(), "ghx-clone-"))
  const [server, cwd, ssh] = ["server", "clone", "ssh"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  git(folder, "init", "--quiet", "--initial-branch=main", server)
  writeFileSync(join(server, "greet.txt"), "Hello\n")
  git(server, "add", ".")
  git(server, "commit", "--quiet", "--message=Greet")
  git(server, "branch", "polite-greeting")
  mkdirSync(cwd)
  git(cwd, "init", "--quiet", "--initial-branch=main")
  git(cwd, "remote", "add", "origin", `git@${host}:octocat/hello-world.git`)
  writeFileSync(ssh, `#!/bin/sh\nexec git-upload-pack ${server}/.git\n`)
  chmodSync(ssh, 0o755)
  return {
    cwd,
    env: { GIT_SSH_COMMAND: ssh, GIT_SSH_VARIANT: "ssh" },
    git: (...args) => git(cwd, ...args),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function git(cwd: string, ...args: string[]): string {
  const who = ["-c", "user.name=Mona", "-c", "user.email=mona@example.com"]
  return execFileSync("git", [...who, ...args], { cwd, encoding: "utf8" }).trim()
}
