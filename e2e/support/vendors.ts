/**
 * Servers that act as the vendors of notification channels: they validate requests as the vendors do, and can be made
 * to misbehave.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RenderedMessage, Vendor, VendorRequest } from '../../apps/server/src/testing/vendors/vendor.ts'
import { type HttpVendorKind, httpVendorKinds, vendorsWith } from '../../apps/server/src/testing/vendors/vendors.ts'

export interface Received extends VendorRequest {
  seen: RenderedMessage
}

/** Replaces the vendor's response. */
export interface VendorFault {
  status?: number
  headers?: Record<string, string>
  text?: string
  /** Number of zero bytes to stream. */
  bytes?: number
  /** The connection is cut before the first byte, or never answers, or never ends. */
  end?: 'reset' | 'silence' | 'drip'
}

export interface VendorServer extends AsyncDisposable {
  readonly kind: HttpVendorKind
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** Null if it behaves. */
  fault: VendorFault | null
}

export interface VendorServers extends AsyncDisposable {
  readonly all: VendorServer[]
  of(kind: HttpVendorKind): VendorServer
  /** The webhook receiver's secret. */
  webhookKey: string
}

export async function startVendors(): Promise<VendorServers> {
  const stack = new AsyncDisposableStack()
  const state = { key: '' }
  const vendors = vendorsWith(() => state.key)
  const all = await Promise.all(httpVendorKinds.map((kind) => startVendor(kind, vendors[kind])))
  for (const server of all) stack.use(server)
  return {
    all,
    of(kind) {
      const found = all.find((each) => each.kind === kind)
      if (found === undefined) throw new Error(`no vendor for ${kind}`)
      return found
    },
    get webhookKey() {
      return state.key
    },
    set webhookKey(key) {
      state.key = key
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function startVendor(kind: HttpVendorKind, vendor: Vendor): Promise<VendorServer> {
  const received: Received[] = []
  const state: { fault: VendorFault | null } = { fault: null }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const got = await readRequest(request)
    const seen = vendor.read(got)
    received.push({ ...got, seen })
    if (state.fault !== null) await misbehave(response, state.fault)
    // Refuses invalid requests, as the vendor would.
    else if (seen.faults.length > 0) response.writeHead(400, { 'content-type': 'text/plain' }).end('invalid_payload')
    else response.writeHead(vendor.response.status, vendor.response.headers).end(vendor.response.body)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    kind,
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    get fault() {
      return state.fault
    },
    set fault(fault) {
      state.fault = fault
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readRequest(request: IncomingMessage): Promise<VendorRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
  const body = Buffer.concat(chunks).toString('utf8')
  return { method: request.method ?? '', path: request.url ?? '', headers, body }
}

async function misbehave(response: ServerResponse, fault: VendorFault): Promise<void> {
  if (fault.end === 'silence') return
  if (fault.end === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  response.writeHead(fault.status ?? 200, fault.headers)
  if (fault.end === 'drip') {
    response.write('{')
    return
  }
  const chunk = Buffer.alloc(65_536, '0')
  const closed = once(response, 'close')
  for (let sent = 0; sent < (fault.bytes ?? 0) && !response.destroyed; sent += chunk.length)
    if (!response.write(chunk)) await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed])
  response.end(fault.text ?? '')
}
