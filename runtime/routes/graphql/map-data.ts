import { reasonOf } from "../../errors/index.js"

export type Mapped<T> = { ok: true; value: T | null } | { ok: false; reason: string }

/** Applies a generated mapping; missing data maps to null. */
export function mapData<T>(data: unknown, map: (data: unknown) => T | null): Mapped<T> {
  if (typeof data !== "object" || data === null) return { ok: true, value: null }
  try {
    return { ok: true, value: map(data) ?? null }
  } catch (error) {
    // Mappings trust the schema's non-null fields, which an answer with errors need not keep.
    return { ok: false, reason: reasonOf(error) }
  }
}
