/**
 * The editor of tasks: CodeMirror, which is 115 kB when compressed. Monaco is ten times as much (1.2 MB), and adds style
 * elements, which the content security policy refuses.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete"
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import { json } from "@codemirror/lang-json"
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language"
import { EditorView, hoverTooltip, keymap } from "@codemirror/view"
import { tags } from "@lezer/highlight"
import type { Completions } from "./completions.js"
import { element } from "./element.js"

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--link)" },
  { tag: tags.string, color: "var(--read)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--write)" },
])

const theme = EditorView.theme({
  "&": {
    border: "1px solid var(--line)",
    borderRadius: "6px",
    fontSize: "0.8rem",
    maxHeight: "26rem",
    color: "var(--ink)",
    backgroundColor: "var(--raised)",
  },
  "&.cm-focused": { outline: "2px solid var(--link)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.45" },
  ".cm-content": { padding: "0.4rem 0.3rem", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--paper)",
    backgroundColor: "var(--link)",
  },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.8" },
  ".cm-tooltip-hover": { padding: "0.25rem 0.5rem", whiteSpace: "pre-wrap", maxWidth: "30rem" },
})

/** @param changed - called with each text; `run` with Ctrl+Enter */
export function editor(
  text: string,
  { complete, describe }: Completions,
  on: { changed(text: string): void; run(): void },
) {
  const box = element("div", { class: "editor" })
  // In a shadow root, CodeMirror adopts style sheets; in the document it would need style elements, which the content
  // security policy refuses.
  const root = box.attachShadow({ mode: "open" })
  const run = () => {
    on.run()
    return true
  }
  const view = new EditorView({
    doc: text,
    parent: root,
    root,
    extensions: [
      json(),
      history(),
      closeBrackets(),
      autocompletion({ override: [complete], icons: false }),
      hoverTooltip((shown, pos) => {
        const found = describe(shown.state, pos)
        return found && { ...found, create: () => ({ dom: element("div", {}, found.text) }) }
      }),
      syntaxHighlighting(colours),
      theme,
      EditorView.contentAttributes.of({ "aria-label": "Tasks as JSON", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) on.changed(update.state.doc.toString())
      }),
      keymap.of([
        { key: "Mod-Enter", run },
        { key: "Ctrl-Enter", run },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
    ],
  })
  return { box, text: () => view.state.doc.toString() }
}
