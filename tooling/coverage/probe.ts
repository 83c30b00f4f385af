import type { RestDescription, RestParameter } from "../../generator/parse/index.js"
import { type Sandbox, startSandbox } from "../../sandbox/index.js"
import { callFor, tokenFor } from "../../sandbox/tests/index.js"

/** Described inputs that modelled operations refuse. They are found by sending them. */
export async function refusedInputs(
  { paths }: RestDescription,
  operations: readonly string[],
): Promise<Map<string, string[]>> {
  const sandbox = await startSandbox()
  const found = new Map<string, string[]>()
  for (const operation of operations) {
    const [method = "", path = ""] = operation.split(" ")
    const described = paths[path]?.[method.toLowerCase()]
    const refused: string[] = []
    for (const parameter of described?.parameters ?? []) {
      if (parameter.in !== "query") continue
      const query = new URLSearchParams({ [parameter.name]: sample(parameter) })
      if (await isRefused(sandbox, operation, `parameter \`${parameter.name}\``, { query })) {
        refused.push(parameter.name)
      }
    }
    for (const field of fieldsOf(described?.body)) {
      const more = { [field]: null }
      if (await isRefused(sandbox, operation, `field \`${field}\``, { more })) refused.push(field)
    }
    found.set(operation, refused)
  }
  await sandbox.close()
  return found
}

async function isRefused(
  sandbox: Sandbox,
  operation: string,
  what: string,
  { query, more }: { query?: URLSearchParams; more?: object },
): Promise<boolean> {
  const [method = ""] = operation.split(" ")
  const [call] = callFor(operation)
  if (!call) throw new Error(`there is no example of ${operation}`)
  sandbox.reset()
  const path = call.path.replace("HEAD OF 7", "main")
  const separator = path.includes("?") ? "&" : "?"
  const body = more && { ...Object(call.body), ...more }
  const response = await fetch(sandbox.url + path + (query ? separator + query : ""), {
    method,
    headers: { authorization: `Bearer ${await tokenFor(sandbox, operation)}` },
    redirect: "manual",
    ...(method !== "GET" && { body: JSON.stringify(body ?? call.body ?? {}) }),
  })
  const text = await response.text()
  return response.status === 501 && text.includes(what)
}

/** A value that the parameter may have. */
function sample({ schema }: RestParameter): string {
  const { enum: values, type } = Object(schema)
  if (Array.isArray(values)) return String(values[0])
  return type === "boolean" ? "true" : "1"
}

function fieldsOf(schema: unknown): string[] {
  const { properties, oneOf, anyOf } = Object(schema)
  const choices: unknown[] = oneOf ?? anyOf ?? []
  return [...new Set([...Object.keys(Object(properties)), ...choices.flatMap(fieldsOf)])]
}
