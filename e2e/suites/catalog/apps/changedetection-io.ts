/** Watched pages are records. */
import { type AppCheck, adminPassword, recordsIn } from '../app-check.ts'
import type { Visitor } from '../visitor.ts'

export const changedetectionIo: AppCheck = {
  template: 'changedetection-io',
  inputs: { ADMIN_PASSWORD: adminPassword },
  page: { path: '/login', contains: /changedetection/i },
  async write(app, name) {
    const headers = await findKey(app)
    await app.json('POST', '/api/v1/watch', { headers, json: { url: `https://example.com/${name}`, paused: true } })
  },
  async read(app) {
    return recordsIn(JSON.stringify(await app.json('GET', '/api/v1/watch', { headers: await findKey(app) })))
  },
}

/** The settings page shows the key of the API. */
async function findKey(app: Visitor): Promise<{ 'x-api-key': string }> {
  const page = (await app.ask('GET', '/login')).text
  const token = /name="csrf_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ csrf_token: token, password: adminPassword }).toString()
  await app.ask('POST', '/login', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
  const settings = (await app.ask('GET', '/settings')).text
  const key = /id="api-key"[^>]*>\s*([0-9a-f]{32})/.exec(settings)?.[1]
  if (key === undefined) throw new Error('the settings page shows no key')
  return { 'x-api-key': key }
}
