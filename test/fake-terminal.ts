/** Simulates a user at a terminal who answers a question. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

const script = `import os, pty, sys
question, answer, command = sys.argv[1].encode(), sys.argv[2], sys.argv[3:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
said = b""
while True:
    try:
        more = os.read(terminal, 65536)
    except OSError:
        break
    if not more:
        break
    said += more
    if answer and question in said:
        os.write(terminal, answer.encode() + b"\\n")
        answer = ""
sys.stdout.buffer.write(said)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`

/**
 * The command prefix that gives a program a terminal. Output to the terminal goes to stdout.
 *
 * @param folder - where the script of the fakeTerminal may be written
 */
export function fakeTerminal(
  folder: string,
  question: string,
  answer: string,
): readonly [string, ...string[]] {
  const file = join(folder, "fakeTerminal.py")
  writeFileSync(file, script)
  return ["python3", file, question, answer]
}
