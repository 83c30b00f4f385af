export type Decoder = InstanceType<typeof TextDecoder>

let shared: Decoder | undefined

/** For texts that come whole: to make one takes longer than to decode most of them; jsdom has none. */
export function decoder(): Decoder {
  shared ??= new TextDecoder()
  return shared
}
