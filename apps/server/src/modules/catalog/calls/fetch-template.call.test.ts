import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { brandId } from '../../../platform/ids/brand.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { directLink } from '../../../testing/direct-link.ts'
import { createFetchTemplateCall } from './fetch-template.call.ts'
import { fetchTemplate } from './fetch-template.definition.ts'

const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
const organizationId = brandId<'org'>('01890000-0000-7000-8000-000000000001')
const reference = '$' + '{GREETING}'
const description = {
  ...{ title: 'Notes', summary: 'Show a greeting.', category: 'notes', icon: { text: 'No', color: '#15171a' } },
  ...{ version: '24', minimumMemoryMb: 128, web: 'notes', updates: 'zero-downtime', data: [] },
  links: { website: 'https://n.example', documentation: 'https://n.example/docs', source: 'https://n.example/source' },
  inputs: [{ key: 'GREETING', label: 'Greeting', kind: 'text' }],
}
const compose = `services:\n  notes:\n    image: node:24-slim\n    environment:\n      GREETING: ${reference}\n`
const file = JSON.stringify({ ...description, compose })

type Response = { status: number; location?: string; body?: string | Uint8Array } | OutboundError

/** Serves these responses by URL, and records which were requested. */
function serve(responses: Record<string, Response>) {
  const asked: string[] = []
  const outbound: Pick<Outbound, 'request'> = {
    async request({ url, maximumBytes }) {
      asked.push(url)
      expect(maximumBytes).toBe(262_144)
      const response = responses[url] ?? { status: 404 }
      if (response instanceof OutboundError) throw response
      const { status, location, body = '' } = response
      return {
        status,
        headers: new Map(location === undefined ? [] : [['location', location]]),
        body: Buffer.from(body),
      }
    },
  }
  const link = directLink([createFetchTemplateCall({ outbound } as never)])
  return { asked, fetch: (url: string) => link.call(fetchTemplate, { wanted: { url } }, { organizationId }) }
}

it('returns the template, and pins the exact bytes of the file', async () => {
  const { fetch } = serve({ 'https://t.example/a': { status: 200, body: file } })
  expect(await fetch('https://t.example/a')).toMatchObject({
    source: { url: 'https://t.example/a', sha256: createHash('sha256').update(file).digest('hex') },
    template: { title: 'Notes', inputs: [{ key: 'GREETING', required: true }] },
    compose,
  })
})

it('follows redirects to https only, and not forever', async () => {
  const { fetch, asked } = serve({
    'https://t.example/a': { status: 302, location: '/b' },
    'https://t.example/b': { status: 200, body: file },
    'https://t.example/plain': { status: 301, location: 'http://t.example/b' },
    'https://t.example/loop': { status: 302, location: '/loop' },
    'https://t.example/file': { status: 302, location: 'file:///etc/passwd' },
  })
  expect((await fetch('https://t.example/a')).template.title).toBe('Notes')
  for (const path of ['plain', 'loop', 'file', 'missing'])
    await expect(fetch(`https://t.example/${path}`)).rejects.toEqual(failsWith('template_unreachable'))
  expect(asked.filter((url) => !url.startsWith('https://'))).toEqual([])
  expect(asked.filter((url) => url.endsWith('/loop'))).toHaveLength(6)
})

it('reports what the outbound guard refuses, without the address', async () => {
  const { fetch } = serve({ 'https://t.example/a': new OutboundError('address_not_allowed') })
  await expect(fetch('https://t.example/a')).rejects.toEqual(failsWith('template_unreachable'))
})

it('rejects files that are not a template', async () => {
  const { fetch } = serve({
    'https://t.example/page': { status: 200, body: '<html></html>' },
    'https://t.example/bytes': { status: 200, body: Uint8Array.from([0xff, 0xfe, 0x00]) },
    'https://t.example/tag': {
      status: 200,
      body: JSON.stringify({ ...description, compose: compose.replace(':24-slim', '') }),
    },
  })
  for (const path of ['page', 'bytes', 'tag'])
    await expect(fetch(`https://t.example/${path}`)).rejects.toEqual(failsWith('template_invalid'))
})
