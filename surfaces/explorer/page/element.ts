/** Creates elements of the page. Strings become text nodes, so they are never parsed as markup. */

type Child = Node | string | undefined | false

/** @param attributes - by name; undefined ones are omitted */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children)
}

export function drawn<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children)
}

function filled<Made extends Element>(
  made: Made,
  attributes: Readonly<Record<string, string | number | undefined>>,
  children: readonly Child[],
): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, String(value))
  }
  made.append(...children.filter((child) => child !== undefined && child !== false))
  return made
}

export function byId(id: string): HTMLElement
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind
export function byId(id: string, kind = HTMLElement): HTMLElement {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no #${id}`)
}

/** Code that can be scrolled and copied. */
export function code(label: string, text: string): HTMLElement {
  const button = element(
    "button",
    { type: "button", class: "copy", "aria-label": `Copy ${label}` },
    "Copy",
  )
  button.addEventListener("click", async () => {
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    button.textContent = copied ? "Copied" : "Not allowed"
    setTimeout(() => {
      button.textContent = "Copy"
    }, 1500)
  })
  return element(
    "figure",
    { class: "code" },
    element("figcaption", {}, label, button),
    element(
      "pre",
      { tabindex: "0", role: "region", "aria-label": label },
      element("code", {}, text),
    ),
  )
}
