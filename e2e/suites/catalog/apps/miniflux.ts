/** Categories of feeds are records. */
import { type AppCheck, adminPassword, recordsIn } from '../app-check.ts'
import { basicAuth } from '../visitor.ts'

const headers = basicAuth('admin', adminPassword)

export const miniflux: AppCheck = {
  template: 'miniflux',
  inputs: { ADMIN_PASSWORD: adminPassword },
  page: { path: '/', contains: /Miniflux/ },
  async write(app, name) {
    await app.json('POST', '/v1/categories', { headers, json: { title: name } })
  },
  async read(app) {
    return recordsIn(JSON.stringify(await app.json('GET', '/v1/categories', { headers })))
  },
}
