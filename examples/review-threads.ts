/**
 * Answers and resolves every open review thread of a pull request with one chain.
 *
 * Runs against an in-memory GitHub, so it needs no token: `make demo`.
 */
import { chain, createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"

const pull = { owner: "octocat", repo: "hello-world", pull_number: 7 }

const sandbox = await startSandbox()
try {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })

  const before = await ghx.pr.threads.list(pull).orThrow()
  const open = before.items.filter((thread) => !thread.is_resolved)
  console.log(`Open threads of ${pull.owner}/${pull.repo}#${pull.pull_number}:`)
  for (const thread of open) {
    console.log(`  ${thread.path}:${thread.line}  ${thread.comments[0]?.body}`)
  }

  const answered = await chain(
    ...open.flatMap(({ id: thread_id }) => [
      ghx.pr.thread.reply({ thread_id, body: "Done, thank you." }),
      ghx.pr.thread.resolve({ thread_id }),
    ]),
  )
  console.log("\nThe chain that replied to each and resolved it:")
  console.log(JSON.stringify(answered, null, 2))

  console.log("\nAfterwards:")
  for await (const thread of ghx.pr.threads.list(pull).items()) {
    const last = thread.comments.at(-1)
    const state = thread.is_resolved ? "resolved" : "open"
    console.log(`  ${thread.path}:${thread.line}  ${state}  ${last?.author}: ${last?.body}`)
  }
} finally {
  await sandbox.close()
}
