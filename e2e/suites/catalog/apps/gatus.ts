/** Results of the monitor are records: Gatus writes one each minute, and the suite remembers when. */
import { eventually } from '../../../support/eventually.ts'
import type { AppCheck } from '../app-check.ts'
import type { Visitor } from '../visitor.ts'

const path = '/api/v1/endpoints/statuses?page=1&pageSize=50'
const withinMs = 180_000
/** When the result of each record was written. */
const writtenAt = new Map<string, string>()

export const gatus: AppCheck = {
  template: 'gatus',
  inputs: { MONITOR_NAME: 'suite', MONITOR_URL: 'http://127.0.0.1:8080/health' },
  page: { path, contains: /"name":"suite"/ },
  async write(app, name) {
    const before = new Set(await listTimes(app))
    const findNew = async () => (await listTimes(app)).find((time) => !before.has(time)) ?? null
    const time = await eventually('Gatus writes a result', findNew, { withinMs, everyMs: 1_000 })
    writtenAt.set(name, time ?? '')
  },
  async read(app) {
    const times = new Set(await listTimes(app))
    return [...writtenAt].flatMap(([name, time]) => (times.has(time) ? [name] : [])).sort()
  },
}

async function listTimes(app: Visitor): Promise<string[]> {
  const text = JSON.stringify(await app.json('GET', path))
  return [...text.matchAll(/"timestamp":"([^"]+)"/g)].map(([, time = '']) => time)
}
