/**
 * Transport between API and worker: a unix socket on one machine, TCP with mutual TLS between machines. File
 * permissions protect the socket, certificates protect TCP; both carry the same HTTP/2.
 */
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import {
  type ClientHttp2Session,
  connect,
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
} from 'node:http2'
import { connect as connectSocket, isIP } from 'node:net'
import { dirname } from 'node:path'
import type { Secret } from '../secrets/secret.ts'

export interface LinkTls {
  /** PEM of the certificate authority that signed both sides; nothing else is trusted. */
  ca: string
  cert: string
  key: Secret
}

export type LinkAddress =
  | {
      socketPath: string
      socketMode?: number
      /** Sockets of further workers on this machine; a caller that can't reach one tries the next. */
      otherSocketPaths?: readonly string[]
    }
  | { host: string; port: number; tls: LinkTls; serverName?: string }

const maximumHeaderBytes = 8 << 10
/** Flow-control window of one stream: how much the other side can send ahead of the reader. */
const windowBytes = 256 << 10

export type LinkHttpServer = Http2Server | Http2SecureServer

export function createHttpServer(address: LinkAddress, maximumStreams: number): LinkHttpServer {
  const settings = {
    maxConcurrentStreams: maximumStreams,
    maxHeaderListSize: maximumHeaderBytes,
    initialWindowSize: windowBytes,
    enablePush: false,
  }
  // By default, a client that resets 1,000 streams is cut off as an attack. The API cancels every call that users stop
  // watching.
  const resets = { streamResetBurst: 100_000, streamResetRate: 10_000 }
  const options = { settings, ...resets, maxHeaderListPairs: 32, maxSessionMemory: 256, maxSettings: 16 }
  if ('socketPath' in address) return createServer(options)
  return createSecureServer({
    ...options,
    ...tlsOf(address.tls),
    allowHTTP1: false,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.3',
    handshakeTimeout: 5_000,
  })
}

export async function listen(server: LinkHttpServer, address: LinkAddress): Promise<void> {
  if ('socketPath' in address) await prepareSocketFolder(address.socketPath)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const options = 'socketPath' in address ? { path: address.socketPath } : { host: address.host, port: address.port }
    server.listen(options, () => {
      server.off('error', reject)
      resolve()
    })
  })
  if ('socketPath' in address) await chmod(address.socketPath, address.socketMode ?? 0o600)
}

/** Lists the addresses that a caller can connect to, in order of preference. */
export function addressesOf(address: LinkAddress): LinkAddress[] {
  if (!('socketPath' in address)) return [address]
  const { socketPath, otherSocketPaths = [] } = address
  return [socketPath, ...otherSocketPaths].map((each) => ({ socketPath: each }))
}

export function connectTo(address: LinkAddress): ClientHttp2Session {
  const options = {
    settings: { enablePush: false, initialWindowSize: windowBytes, maxHeaderListSize: maximumHeaderBytes },
    maxSessionMemory: 256,
  }
  if ('socketPath' in address)
    return connect('http://worker', { ...options, createConnection: () => connectSocket(address.socketPath) })
  const host = address.host.includes(':') ? `[${address.host}]` : address.host
  return connect(`https://${host}:${address.port}`, {
    ...options,
    ...tlsOf(address.tls),
    // An IP address isn't a server name; the certificate is still checked against the IP address.
    ...(address.serverName !== undefined || isIP(address.host) === 0
      ? { servername: address.serverName ?? address.host }
      : {}),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.3',
  })
}

function tlsOf(tls: LinkTls) {
  return { ca: tls.ca, cert: tls.cert, key: tls.key.revealBytes() }
}

async function prepareSocketFolder(path: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { mode } = await stat(folder)
  if ((mode & 0o007) !== 0) throw new Error(`${folder} is open to every user of the machine; make it mode 0700`)
  if (await isResponding(path)) throw new Error(`another worker already listens on ${path}`)
  // A killed worker left this socket behind.
  await rm(path, { force: true })
}

async function isResponding(path: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connectSocket(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
