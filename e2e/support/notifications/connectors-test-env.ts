/** A Longshore that can reach only the fake vendors on this machine, and a user. */

import { type Answer, callAs, type SignedIn, signUp } from '../client.ts'
import { type InnerListener, listenInside } from '../inner-urls.ts'
import { type Instance, startInstance } from '../instance.ts'
import type { Report } from '../report.ts'
import type { ResponseView } from '../response-view.ts'
import { startVendors, type VendorServers } from '../vendors.ts'

export interface TestEnv extends AsyncDisposable {
  readonly instance: Instance
  readonly person: SignedIn
  readonly vendors: VendorServers
  readonly inside: InnerListener
  readonly report: Report
}

/** Part of every channel's secret: only vendors may see it. */
export const sentinel = 'S3ntinelOfConnectors'

export async function startTestEnv(report: Report): Promise<TestEnv> {
  await using stack = new AsyncDisposableStack()
  const [vendors, inside] = await Promise.all([startVendors(), listenInside()])
  stack.use(vendors)
  stack.use(inside)
  const ports = vendors.all.map(({ port }) => `127.0.0.1:${port}`)
  const environment = {
    API_REQUESTS_PER_MINUTE: '1000000',
    // The listener inside has another port.
    OUTBOUND_ALLOW: ['public', ...ports].join(','),
  }
  const instance = stack.use(await startInstance({ environment }))
  const person = await signUp(instance)
  const owned = stack.move()
  return { instance, person, vendors, inside, report, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export async function ask<Body = ResponseView>(
  { instance, person }: TestEnv,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer<Body>> {
  return await callAs<Body>(instance, person, { method, path: `/notification-connectors${path}`, body })
}

/** Configurations with which each kind reaches its vendor. */
export function configsFor(vendors: VendorServers): Record<string, Record<string, unknown>> {
  return {
    slack: { url: `${vendors.of('slack').url}/services/T0/B0/${sentinel}` },
    discord: { url: `${vendors.of('discord').url}/api/webhooks/1/${sentinel}?thread_id=7` },
    telegram: { token: `123456:${sentinel}`, chatId: '-1001234567890', apiUrl: vendors.of('telegram').url },
    teams: { url: `${vendors.of('teams').url}/workflows/1/triggers/manual/paths/invoke?sig=${sentinel}` },
    ntfy: { url: vendors.of('ntfy').url, topic: sentinel, token: `tk_${sentinel}` },
    gotify: { url: vendors.of('gotify').url, token: sentinel },
    webhook: { url: `${vendors.of('webhook').url}/hooks?token=${sentinel}` },
  }
}

let next = 0

export async function createConnector(
  testEnv: TestEnv,
  { kind, config, events = [] }: { kind: string; config: unknown; events?: string[] },
): Promise<{ id: string; secret: string | null }> {
  const answer = await ask(testEnv, 'POST', '', { kind, name: `${kind} ${++next}`, config, events })
  if (answer.status !== 201) throw new Error(`create ${kind}: ${answer.status} ${answer.text}`)
  if (answer.text.includes(sentinel)) testEnv.report.expect(false, `${kind}: the answer shows a secret`)
  return { id: answer.body.id, secret: answer.body.secret }
}
