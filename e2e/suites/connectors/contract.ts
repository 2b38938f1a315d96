/**
 * Tests every kind of notification channel against its vendor: a test message, a preview of every event, a real event,
 * and no leaked secret.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { NotificationDelivery, Page } from '@longshore/sdk'
import { noticeEvents } from '../../../apps/server/src/testing/internals/notices.ts'
import { hostileTexts } from '../../../apps/server/src/testing/vendors/hostile-payload.ts'
import { type HttpVendorKind, httpVendorKinds } from '../../../apps/server/src/testing/vendors/vendors.ts'
import { isSigned } from '../../../apps/server/src/testing/vendors/webhook.ts'
import { callAs } from '../../support/client.ts'
import { inParallel } from '../../support/in-parallel.ts'
import {
  ask,
  configsFor,
  createConnector,
  sentinel,
  type TestEnv,
} from '../../support/notifications/connectors-test-env.ts'

interface Made {
  kind: HttpVendorKind
  id: string
  secret: string | null
}

const deadlineMs = 60_000

export async function proveContract(testEnv: TestEnv): Promise<void> {
  const { vendors, report } = testEnv
  const configs = configsFor(vendors)
  const made: Made[] = []
  for (const kind of httpVendorKinds) {
    const config = configs[kind]
    made.push({ kind, ...(await createConnector(testEnv, { kind, config, events: ['token_created'] })) })
  }
  vendors.webhookKey = made.find(({ kind }) => kind === 'webhook')?.secret ?? ''
  await Promise.all(made.map((each) => proveTest(testEnv, each)))
  await provePreviews(testEnv, made)
  await proveRealEvents(testEnv, made)
  const keys = await proveRotation(testEnv, made)
  await proveNoSecret(testEnv, made, keys)
  report.figure('kinds', made.length + 1)
  for (const { id } of made) await ask(testEnv, 'DELETE', `/${id}`)
}

async function proveTest(testEnv: TestEnv, { kind, id }: Made): Promise<void> {
  const { report, vendors } = testEnv
  const vendor = vendors.of(kind)
  const before = vendor.received.length
  const { status, body } = await ask(testEnv, 'POST', `/${id}/test`)
  const got = vendor.received.slice(before)
  report.expect(status === 200 && body.ok === true, `${kind}: a test answers ${status} ${JSON.stringify(body)}`)
  report.expect(got.length === 1, `${kind}: a test sent ${got.length} requests`)
  report.expect(
    got.every(({ seen }) => seen.faults.length === 0),
    `${kind}: ${got[0]?.seen.faults.join('; ')}`,
  )
}

async function provePreviews(testEnv: TestEnv, made: readonly Made[]): Promise<void> {
  const pairs = made.flatMap((each) => noticeEvents.map((event) => ({ ...each, event })))
  const sent = testEnv.vendors.all.map(({ received }) => received.length)
  await inParallel(pairs, 8, async ({ kind, id, event }) => {
    const { status, body } = await ask(testEnv, 'POST', `/${id}/preview`, { event })
    const isShown = status === 200 && typeof body.body === 'string' && body.body.length > 20
    testEnv.report.expect(isShown, `${kind}: the preview of ${event} answers ${status}`)
  })
  const after = testEnv.vendors.all.map(({ received }) => received.length)
  testEnv.report.expect(after.join() === sent.join(), 'a preview was sent')
  testEnv.report.figure('previews', pairs.length)
}

/** A token with a hostile name: every channel reports it once, and no mention or alert is triggered. */
async function proveRealEvents(testEnv: TestEnv, made: readonly Made[]): Promise<void> {
  const { report, vendors, instance, person } = testEnv
  const before = new Map(vendors.all.map(({ kind, received }) => [kind, received.length]))
  // The API refuses control characters.
  const names = hostileTexts
    .map((text) =>
      text
        .replace(/[^\x20-\x7e]/g, ' ')
        .slice(0, 100)
        .trim(),
    )
    .filter((name) => name !== '')
  for (const name of names) {
    const path = '/api-tokens'
    const { status } = await callAs(instance, person, { method: 'POST', path, body: { name, scopes: ['tokens:read'] } })
    report.expect(status === 201, `a token with the name ${name} answers ${status}`)
  }
  const newOf = (kind: HttpVendorKind) => vendors.of(kind).received.slice(before.get(kind) ?? 0)
  const isDone = () => made.every(({ kind }) => newOf(kind).length >= names.length)
  for (const end = Date.now() + deadlineMs; Date.now() < end && !isDone(); ) await delay(50)
  // A duplicate delivery would arrive within this time.
  await delay(1_000)
  for (const { kind } of made) {
    const got = newOf(kind)
    report.expect(got.length === names.length, `${kind}: ${got.length} messages for ${names.length} tokens`)
    const faults = got.flatMap(({ seen }) => seen.faults)
    report.expect(faults.length === 0, `${kind} refuses: ${faults[0]}`)
    const pings = got.flatMap(({ seen }) => seen.pings)
    report.expect(pings.length === 0, `${kind}: a name rings: ${pings[0]}`)
    const links = got.flatMap(({ seen }) => seen.links).filter((link) => !link.startsWith(`${instance.url}/`))
    report.expect(links.length === 0, `${kind}: a name became a link: ${links[0]}`)
  }
  report.figure('hostile_names', names.length)
  report.figure(
    'messages',
    made.reduce((sum, { kind }) => sum + newOf(kind).length, 0),
  )
}

/** After a rotation, receivers with the old or the new key accept deliveries. Returns both keys. */
async function proveRotation(testEnv: TestEnv, made: readonly Made[]): Promise<string[]> {
  const { report, vendors } = testEnv
  const webhook = made.find(({ kind }) => kind === 'webhook')
  const rotated = await ask(testEnv, 'POST', `/${webhook?.id}/rotate-secret`)
  const [oldKey, newKey] = [webhook?.secret ?? '', String(rotated.body?.secret)]
  await ask(testEnv, 'POST', `/${webhook?.id}/test`)
  const last = vendors.of('webhook').received.at(-1)
  const areBoth = last !== undefined && isSigned(last, oldKey) && isSigned(last, newKey)
  report.expect(areBoth && oldKey !== newKey, `after a rotation (${rotated.status}) not both keys sign`)
  return [oldKey, newKey]
}

async function proveNoSecret(testEnv: TestEnv, made: readonly Made[], keys: readonly string[]): Promise<void> {
  const { report, instance } = testEnv
  const texts: Record<string, string> = { api: instance.api.output, worker: instance.worker.output }
  texts.list = (await ask(testEnv, 'GET', '')).text
  for (const { kind, id } of made) {
    const { status, text, body } = await ask<Page<NotificationDelivery>>(testEnv, 'GET', `/${id}/deliveries?limit=100`)
    texts[`deliveries of ${kind}`] = text
    const items = body?.items ?? []
    const areLogged = items.length > 0 && items.every((each) => each.status === 'delivered' && each.request !== null)
    report.expect(status === 200 && areLogged, `${kind}: ${items.length} deliveries in the log, or not all delivered`)
  }
  for (const [place, text] of Object.entries(texts)) {
    const found = [sentinel, ...keys].filter((secret) => secret !== '' && text.includes(secret))
    report.expect(found.length === 0, `${place} shows a secret of a connector`)
  }
  report.figure('places_without_secrets', Object.keys(texts).length)
}
