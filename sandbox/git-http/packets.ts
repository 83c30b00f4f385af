/** Git's packets: https://git-scm.com/docs/protocol-common#_pkt_line_format */

export const FLUSH = Buffer.from("0000")

export function packet(data: string | Buffer): Buffer {
  const bytes = Buffer.from(data)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes])
}

/** The packets before the first flush, and the bytes after it. */
export function readPackets(bytes: Buffer): { packets: string[]; rest: Buffer } {
  const packets: string[] = []
  let at = 0
  while (at + 4 <= bytes.length) {
    const length = Number.parseInt(bytes.toString("latin1", at, at + 4), 16)
    if (!(length >= 4)) {
      at += 4
      break
    }
    packets.push(bytes.toString("utf8", at + 4, at + length))
    at += length
  }
  return { packets, rest: bytes.subarray(at) }
}

const MOST_BYTES = 65_515

/** Data of one channel in packets: 1 is the answer, 2 are messages for the user. */
export function channel(number: 1 | 2, bytes: Buffer): Buffer {
  const packets: Buffer[] = []
  for (let at = 0; at < bytes.length; at += MOST_BYTES) {
    const part = bytes.subarray(at, at + MOST_BYTES)
    packets.push(packet(Buffer.concat([Buffer.from([number]), part])))
  }
  return Buffer.concat(packets)
}
