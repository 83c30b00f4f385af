import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer as createPlainServer, type RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Certificate, createCertificate } from "./certificate.js"
import { isGitHubHost } from "./github-hosts.js"
import { type Listener, PATIENT } from "./server.js"

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
