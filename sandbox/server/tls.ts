import { createHash, generateKeyPairSync, sign } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer as createPlainServer, type RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { GITHUB_HOSTS, isGitHubHost } from "./github-hosts.js"
import { type Listener, PATIENT } from "./server.js"

interface Certificate {
  readonly key: string
  /** It signs itself, so it is also the authority that clients must trust. */
  readonly cert: string
}

const DAY_MS = 86_400_000

/** Made on the spot with node:crypto, because libraries that write certificates take megabytes and half a second. */
function createCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const key = publicKey.export({ type: "spki", format: "der" })
  const algorithm = sequence(ECDSA_WITH_SHA256)
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from("ghx sandbox")))))
  const now = Date.now()
  const serial = createHash("sha256").update(key).digest().subarray(0, 16)
  // Positive, and not begun by zeros.
  serial[0] = 0x40
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serial),
    algorithm,
    name,
    sequence(time(now - DAY_MS), time(now + 365 * DAY_MS)),
    name,
    key,
    der(0xa3, sequence(...extensions(serial))),
  )
  const signature = sign("sha256", body, privateKey)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.of(0), signature))
  const lines = certificate.toString("base64").replace(/.{64}/g, "$&\n").trimEnd()
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes))
const ECDSA_WITH_SHA256 = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)
const COMMON_NAME = oid(0x55, 0x04, 0x03)
const SUBJECT_ALT_NAME = oid(0x55, 0x1d, 0x11)
const BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13)
const KEY_USAGE = oid(0x55, 0x1d, 0x0f)
const SUBJECT_KEY_IDENTIFIER = oid(0x55, 0x1d, 0x0e)

function extensions(identifier: Buffer): Buffer[] {
  const names = ["localhost", ...GITHUB_HOSTS].map((one) => der(0x82, Buffer.from(one)))
  const address = der(0x87, Buffer.of(127, 0, 0, 1))
  const yes = der(0x01, Buffer.of(0xff))
  // Signs responses and certificates: two of eight bits.
  const usage = der(0x03, Buffer.of(2, 0x84))
  return [
    sequence(SUBJECT_ALT_NAME, der(0x04, sequence(...names, address))),
    sequence(BASIC_CONSTRAINTS, yes, der(0x04, sequence(yes))),
    sequence(KEY_USAGE, yes, der(0x04, usage)),
    sequence(SUBJECT_KEY_IDENTIFIER, der(0x04, der(0x04, identifier))),
  ]
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)

/** A value in the encoding of certificates: its type, its length, and its parts. */
function der(type: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(type, ...size), content])
}

const time = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`))

/** The first byte of a connection with TLS. */
const HANDSHAKE = 0x16

/** The TLS of one sandbox. */
export interface OwnTls {
  /** The file of the certificate, which is its own authority. */
  readonly caFile: string
  readonly listen: (serve: RequestListener) => Listener
  readonly removeFile: () => Promise<void>
}

export async function createTls(): Promise<OwnTls> {
  const certificate = createCertificate()
  const folder = await mkdtemp(join(tmpdir(), "sandbox-tls-"))
  const caFile = join(folder, "ca.pem")
  await writeFile(caFile, certificate.cert)
  return {
    caFile,
    listen: (serve) => listenerWithTls(certificate, serve),
    removeFile: () => rm(folder, { recursive: true, force: true }),
  }
}

/**
 * Serves TLS and plain HTTP on one port, and is a proxy that answers for all hosts of GitHub itself.
 */
function listenerWithTls(certificate: Certificate, serve: RequestListener): Listener {
  const secure = createSecureServer({ ...certificate, ...PATIENT }, serve)
  const plain = createPlainServer(PATIENT, serve)
  plain.on("connect", ({ url = "" }, socket: Socket, head: Buffer) => {
    if (!isGitHubHost(url.replace(/:443$/, ""))) {
      socket.end(`HTTP/1.1 403 The sandbox stands for GitHub only, not for ${url}\r\n\r\n`)
      return
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
    if (head.length > 0) socket.unshift(head)
    secure.emit("connection", socket)
  })
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).once("close", () => sockets.delete(socket))
    socket.once("readable", () => {
      const first: Buffer | null = socket.read(1)
      if (!first) return
      socket.unshift(first)
      const server = first[0] === HANDSHAKE ? secure : plain
      server.emit("connection", socket)
    })
  })
  return Object.assign(listener, {
    closeAllConnections() {
      for (const socket of sockets) socket.destroy()
    },
  })
}
