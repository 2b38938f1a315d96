import { expect, test } from 'vitest'
import { createReadUpdates } from './updates.client.ts'

const { signal } = new AbortController()
const feedUrl = 'https://example.com/version.json'

function outboundWith(...bodies: string[]) {
  let requests = 0
  return {
    get requests() {
      return requests
    },
    async request() {
      requests += 1
      const body = bodies.shift()
      if (body === undefined) throw new Error('no response')
      return { status: 200, headers: new Map(), body: Buffer.from(body) }
    },
  }
}

test('claims nothing without a feed', async () => {
  const outbound = outboundWith()
  const read = createReadUpdates({ outbound, feedUrl: undefined, currentVersion: '1.0.0' })
  expect(await read(signal)).toEqual({ status: 'off', latestVersion: null, url: null, checkedAt: null })
  expect(outbound.requests).toBe(0)
})

test('compares with the feed, and keeps the result for ten minutes', async () => {
  const outbound = outboundWith('{"version":"1.1.0","url":"https://example.com/1.1.0"}', '{"version":"1.0.0"}')
  let at = new Date('2026-01-01T00:00:00Z')
  const read = createReadUpdates({ outbound, feedUrl, currentVersion: '1.0.0', now: () => at })
  const found = { status: 'available', latestVersion: '1.1.0', url: 'https://example.com/1.1.0', checkedAt: at }
  expect(await read(signal)).toEqual(found)
  expect(await read(signal)).toEqual(found)
  expect(outbound.requests).toBe(1)
  at = new Date(at.getTime() + 600_000)
  expect(await read(signal)).toEqual({ status: 'up_to_date', latestVersion: '1.0.0', url: null, checkedAt: at })
})

test('a feed that cannot be read is unknown, and read again on the next request', async () => {
  const outbound = outboundWith('not JSON', '{"version":"1.0.0"}')
  const read = createReadUpdates({ outbound, feedUrl, currentVersion: '1.0.0' })
  expect(await read(signal)).toMatchObject({ status: 'unknown', latestVersion: null })
  expect(await read(signal)).toMatchObject({ status: 'up_to_date' })
})
