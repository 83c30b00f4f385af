/**
 * Models that did eight jobs on the in-memory GitHub: with the real gh, with ghx in a shell, and over MCP. Run:
 * `make bench ARGS=agents`; it repeats the transcripts of `test/agents/`, and prints what each took then and now.
 *
 * To measure another model, give it what `tsx tooling/bench/agents.ts --task DOOR SET` prints, and send what it writes
 * to `tsx tooling/bench/agents.ts --record FILE MODEL DOOR SET` as lines of JSON: a string for each turn (lines of bash,
 * or the arguments of the tool), at the end an object, its answers. What it reads is printed as lines of JSON.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { sets } from "../../test/agents/jobs.js"
import { type Door, doors, ghPath, replay, sessionOf } from "../../test/agents/session.js"
import { folder, table, transcripts } from "../../test/agents/transcripts.js"

const [, , option, ...args] = process.argv
if (option === "--task") await task(args)
else if (option === "--record") await record(args)
else await repeat()
process.exit()

async function task([door, set]: readonly string[]): Promise<void> {
  const { jobs, answers } = sets[setOf(set)]
  const session = await sessionOf(doorOf(door), setOf(set))
  const tool = session.known || "`gh` is on the PATH."
  await session.close()
  const intro =
    "You are `ada`, a maintainer of `acme/orbit` on GitHub, and logged in. Your only tool:"
  const numbered = jobs.map((job, at) => `${at + 1}. ${job}`).join("\n")
  console.log(`${intro}\n\n${tool}\n\n${numbered}\n\nAnswer at the end: ${answers}`)
}

async function record([file = "", model = "", door, set]: readonly string[]): Promise<void> {
  const session = await sessionOf(doorOf(door), setOf(set))
  const turns: string[] = []
  for await (const line of createInterface({ input: process.stdin })) {
    const given = JSON.parse(line)
    if (typeof given === "string") {
      turns.push(given)
      console.log(JSON.stringify(await session.act(given)))
      continue
    }
    const { counts, jobs } = session.judged(given)
    const passed = Object.values(jobs).filter((problems) => problems.length === 0).length
    const all = { model, door, set: setOf(set), turns, answers: given, passed, counts }
    writeFileSync(join(folder, file), `${JSON.stringify(all, null, 2)}\n`)
    console.log(JSON.stringify(jobs))
  }
  await session.close()
}

async function repeat(): Promise<void> {
  for (const [file, transcript] of transcripts()) {
    if (transcript.not_replayed || (transcript.door === "gh" && ghPath() === undefined)) continue
    const { counts, jobs } = await replay(transcript)
    console.log(file, { recorded: transcript.counts, now: counts })
    for (const [job, [problem]] of Object.entries(jobs)) if (problem) console.log(job, problem)
  }
  console.log(table())
}

function doorOf(name: string | undefined): Door {
  const door = doors.find((one) => one === name)
  if (door === undefined) throw new Error(`Name one of ${doors.join(", ")}`)
  return door
}

function setOf(name: string | undefined): 1 | 2 {
  if (name !== "1" && name !== "2") throw new Error("Name a set of jobs: 1 or 2")
  return name === "1" ? 1 : 2
}
