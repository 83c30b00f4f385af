/** Reads a zip archive file by file: unpacked, 3 MB can be 3 GB. */
import { Readable } from "node:stream"
import { crc32 } from "node:zlib"
import { UsageError } from "./output/index.js"

export interface ArchivedFile {
  /** As the archive has it: it may lead anywhere. */
  readonly path: string
  readonly isFolder: boolean
  readonly isExecutable: boolean
  /** Fails if the file has not the size and checksum that the archive declares. */
  open(): Promise<Readable>
}

/** The most that an archive may contain, in bytes. The archive itself is at most one response, 100 MB by default. */
const MOST_BYTES = 2 ** 31

/**
 * The files of an archive, before any of them is unpacked.
 *
 * @param name - the archive, for messages
 * @param fix - what to do instead if it contains too much
 * @throws UsageError if it contains too much, or cannot be read
 */
export async function filesOf(
  name: string,
  archive: Uint8Array,
  fix: string,
  most_bytes = MOST_BYTES,
): Promise<readonly ArchivedFile[]> {
  const { fromBufferPromise, getFileNameLowLevel } = (await import("yauzl")).default
  const files: ArchivedFile[] = []
  let bytes = 0
  try {
    // Names are checked where they are used, since they depend on the folder.
    const options = { lazyEntries: true, decodeStrings: false }
    const zip = await fromBufferPromise(
      Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength),
      options,
    )
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
      const path = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
      bytes += entry.uncompressedSize
      files.push({
        path,
        isFolder: path.endsWith("/"),
        isExecutable: ((entry.externalFileAttributes >>> 16) & 0o111) !== 0,
        open: async () => Readable.from(whole(await zip.openReadStreamPromise(entry), entry.crc32)),
      })
    }
  } catch (error) {
    throw new UsageError(
      `${name} cannot be unpacked: ${error instanceof Error ? error.message : error}`,
    )
  }
  if (bytes <= most_bytes) return files
  const [size, most] = [bytes, most_bytes].map((one) => `${(one / 2 ** 20).toFixed()} MiB`)
  throw new UsageError(`${name} contains ${size} of files; the limit is ${most}`, fix)
}

/** Passes bytes on. The library checks their number only. */
async function* whole(source: AsyncIterable<Buffer>, checksum: number): AsyncGenerator<Buffer> {
  let sum = 0
  for await (const bytes of source) {
    sum = crc32(bytes, sum)
    yield bytes
  }
  if (sum !== checksum) throw new Error("the archive is damaged: its checksum is another one")
}
