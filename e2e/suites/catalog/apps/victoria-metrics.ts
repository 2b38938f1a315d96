/** Time series are records. */
import { eventually } from '../../../support/eventually.ts'
import { type AppCheck, adminPassword, recordsIn } from '../app-check.ts'
import { basicAuth, type Visitor } from '../visitor.ts'

const headers = basicAuth('admin', adminPassword)

export const victoriaMetrics: AppCheck = {
  template: 'victoria-metrics',
  inputs: { PASSWORD: adminPassword },
  page: { path: '/', contains: /VictoriaMetrics/, headers },
  async write(app, name) {
    await app.json('POST', '/api/v1/import/prometheus', { headers, body: `suite_record{name="${name}"} 1\n` })
    // New samples are in memory for some seconds, and a backup has what is on the disk.
    const isStored = async () => (await listNames(app)).includes(name) && (await isOnDisk(app))
    await eventually('new samples are on the disk', isStored, { everyMs: 500 })
  },
  read: listNames,
}

async function listNames(app: Visitor): Promise<string[]> {
  return recordsIn((await app.ask('GET', '/api/v1/export?match%5B%5D=suite_record', { headers })).text)
}

async function isOnDisk(app: Visitor): Promise<boolean> {
  const { text } = await app.ask('GET', '/metrics', { headers })
  const waiting = text.match(/^vm_(?:pending_rows|rows)\{type="(?:storage|indexdb)(?:\/inmemory)?"\} \d+$/gm) ?? []
  return waiting.length > 0 && waiting.every((line) => line.endsWith(' 0'))
}
