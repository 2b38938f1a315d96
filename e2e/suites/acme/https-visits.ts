/** HTTPS visitors that verify the chain, open a new connection for each request, and never retry. */
import { request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import type { DeployServer } from '../../support/deploy-test-env.ts'

export interface SecureVisit {
  status: number
  text: string
  issuer: string
  serial: string
  endsAt: Date
}

const timeoutMs = 15_000

/** Without authorities the chain is not checked. */
export function visitSecurely(
  { target }: DeployServer,
  hostname: string,
  authorities: readonly string[] | null,
): Promise<SecureVisit> {
  const { promise, resolve, reject } = Promise.withResolvers<SecureVisit>()
  const options = {
    ...{ host: '127.0.0.1', port: target.published.get(443), servername: hostname, headers: { host: hostname } },
    ...{ agent: false as const, timeout: timeoutMs },
    ...(authorities === null ? { rejectUnauthorized: false } : { ca: [...authorities] }),
  }
  const asked = request(options, (answer) => {
    const { issuer, serialNumber, valid_to } = (answer.socket as TLSSocket).getPeerCertificate()
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (part: string) => {
      text += part
    })
    answer.on('error', reject)
    answer.on('end', () =>
      resolve({
        ...{ status: answer.statusCode ?? 0, text, serial: serialNumber, endsAt: new Date(valid_to) },
        issuer: String(issuer.CN),
      }),
    )
  })
  asked.on('timeout', () => asked.destroy(new Error('no answer in time')))
  asked.on('error', reject)
  asked.end()
  return promise
}

export interface SecureLoad {
  /** Serial numbers of all certificates that visitors saw. */
  readonly serials: ReadonlySet<string>
  stop(): Promise<{ all: number; failed: string[] }>
}

/** Sends this many requests per second, without waiting for earlier responses. */
export function startSecureLoad(
  server: DeployServer,
  hostname: string,
  { perSecond, authorities, text }: { perSecond: number; authorities: readonly string[]; text: string },
): SecureLoad {
  const failed: string[] = []
  const serials = new Set<string>()
  const open = new Set<Promise<void>>()
  let all = 0
  let isOver = false
  const ask = async () => {
    all += 1
    const visit = await visitSecurely(server, hostname, authorities)
    serials.add(visit.serial)
    if (visit.status !== 200 || visit.text !== text) failed.push(`${visit.status} ${visit.text.slice(0, 80)}`)
  }
  const loop = (async () => {
    for (const began = performance.now(); !isOver; ) {
      const one = ask()
        .catch((error: unknown) => void failed.push(String(error)))
        .finally(() => open.delete(one))
      open.add(one)
      await delay(Math.max(0, began + (all * 1_000) / perSecond - performance.now()))
    }
  })()
  return {
    serials,
    async stop() {
      isOver = true
      await loop
      await Promise.all(open)
      return { all, failed }
    },
  }
}
