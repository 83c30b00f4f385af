/** Runs a script in this process and prints the process's peak memory when it ends. */
import { pathToFileURL } from "node:url"

const [script = "", ...args] = process.argv.slice(2)
process.argv = [process.argv[0] ?? "", script, ...args]
process.stderr.write = process.stdout.write.bind(process.stdout)
process.once("exit", () => {
  const kilobytes = process.resourceUsage().maxRSS
  console.log(`peak ${Math.round(kilobytes / 1024)} MB`)
})
await import(pathToFileURL(script).href)
