/** Collections are records, created and listed as CalDAV clients do. */
import { type AppCheck, adminPassword, recordsIn } from '../app-check.ts'
import { basicAuth } from '../visitor.ts'

const headers = basicAuth('me', adminPassword)

export const radicale: AppCheck = {
  template: 'radicale',
  inputs: { ACCOUNT_PASSWORD: adminPassword },
  page: { path: '/.web/', contains: /Radicale/ },
  async write(app, name) {
    const { status, text } = await app.ask('MKCALENDAR', `/me/${name}/`, { headers })
    if (status !== 201) throw new Error(`MKCALENDAR: ${status} ${text.slice(0, 200)}`)
  },
  async read(app) {
    const { status, text } = await app.ask('PROPFIND', '/me/', { headers: { ...headers, depth: '1' } })
    if (status !== 207) throw new Error(`PROPFIND: ${status} ${text.slice(0, 200)}`)
    return recordsIn(text)
  },
}
