/**
 * The headers of a request that have a value.
 *
 * @throws RangeError if a value cannot be sent: a header is one line of Latin-1 text
 */
export function headersOf(
  given: Readonly<Record<string, string | number | null | undefined>>,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue
    const text = String(value)
    if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(text))
      throw new RangeError(`the header ${name} can hold one line of Latin letters only`)
    headers[name] = text
  }
  return headers
}
