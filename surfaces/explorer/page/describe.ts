/** One capability, in full. */
import { code, element } from "./element.js"
import type { Described, Sent } from "./given.js"
import { type TryOptions, tryIt } from "./try-it.js"

export function describe(
  { explanation, contract, types, sends }: Described,
  options: TryOptions,
): Node[] {
  const { id, description, effect, idempotent, routes, cost, example, notes, deprecated } =
    explanation
  const again = effect === "read" ? "" : idempotent ? ", idempotent" : ", not idempotent"
  return [
    element("h1", { class: "mono" }, id),
    element("p", { class: "lead" }, description),
    deprecated !== undefined && element("p", { class: "note" }, `Deprecated: ${deprecated}`),
    notes !== undefined && element("p", { class: "note" }, notes),
    listed("facts", {
      effect: element("span", { class: `effect ${effect}` }, `${effect}${again}`),
      routes: routes.join(", then "),
      ...(cost !== undefined && { cost: `${cost} of GraphQL` }),
      contract: contract.version,
    }),
    ...part("Try it", tryIt({ task: id, input: example ?? {} }, options)),
    ...part(
      "Input",
      properties(explanation.input),
      ...(explanation.rules ?? []).map((rule) => element("p", { class: "note" }, rule)),
    ),
    ...part("Output", properties(explanation.output)),
    ...part("What is sent", ...routes.map((route) => routeParts(route, sends))),
    ...part("Types", code("Signature", types)),
    ...part(
      "Contract",
      folded(
        "JSON Schema of input and output",
        code("Contract", JSON.stringify(contract, null, 2)),
      ),
    ),
  ].filter((node) => node !== false)
}

export function part(title: string, ...content: readonly Node[]): Node[] {
  return [element("section", { "aria-label": title }, element("h2", {}, title), ...content)]
}

function listed(name: string, all: Readonly<Record<string, Node | string>>): HTMLElement {
  const pairs = Object.entries(all).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value)),
  )
  return element("dl", { class: name }, ...pairs)
}

/** @param all - `type, bounds: description` by name; `?` marks optional names */
const properties = (all: Readonly<Record<string, string>>): HTMLElement =>
  Object.keys(all).length === 0 ? element("p", {}, "Nothing.") : listed("properties", all)

function routeParts(route: Sent["route"], sends: readonly Sent[]): HTMLElement {
  const own = sends.filter((sent) => sent.route === route)
  const parts = own.map(({ name, lookup, document }) => {
    const title = lookup ? `lookup ${name}` : name
    return document === undefined
      ? element("p", { class: "mono line" }, title)
      : folded(title, code("Document", document), !lookup)
  })
  return element("div", {}, element("h3", {}, route), ...parts)
}

function folded(title: string, content: Node, open = false): HTMLElement {
  const attributes = { open: open ? "" : undefined }
  return element("details", attributes, element("summary", {}, title), content)
}
