import { parse } from "yaml"

/** A module of its own, so that seeds that are not YAML load no parser. */
export const parseYaml = (text: string): unknown => parse(text)
