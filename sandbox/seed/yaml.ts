import { parse } from "yaml"

/** In its own module, so that seeds in other formats load no parser. */
export const parseYaml = (text: string): unknown => parse(text)
