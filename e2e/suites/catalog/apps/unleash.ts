/** Feature flags are records. */
import { type AppCheck, adminPassword, recordsIn } from '../app-check.ts'
import type { Visitor } from '../visitor.ts'

export const unleash: AppCheck = {
  template: 'unleash',
  inputs: { ADMIN_PASSWORD: adminPassword },
  page: { path: '/', contains: /Unleash/ },
  async write(app, name) {
    await signIn(app)
    await app.json('POST', '/api/admin/projects/default/features', { json: { name, type: 'release' } })
  },
  async read(app) {
    await signIn(app)
    return recordsIn(JSON.stringify(await app.json('GET', '/api/admin/projects/default/features')))
  },
}

async function signIn(app: Visitor): Promise<void> {
  await app.json('POST', '/auth/simple/login', { json: { username: 'admin', password: adminPassword } })
}
