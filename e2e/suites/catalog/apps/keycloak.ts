/** Realms are records. */
import { type AppCheck, adminPassword, recordsIn, textAt } from '../app-check.ts'
import type { Visitor } from '../visitor.ts'

export const keycloak: AppCheck = {
  template: 'keycloak',
  inputs: { ADMIN_PASSWORD: adminPassword },
  page: { path: '/realms/master/.well-known/openid-configuration', contains: /authorization_endpoint/ },
  async write(app, name) {
    await app.json('POST', '/admin/realms', { headers: await signIn(app), json: { realm: name, enabled: true } })
  },
  async read(app) {
    return recordsIn(JSON.stringify(await app.json('GET', '/admin/realms', { headers: await signIn(app) })))
  },
}

async function signIn(app: Visitor): Promise<{ authorization: string }> {
  const form = { client_id: 'admin-cli', grant_type: 'password', username: 'admin', password: adminPassword }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(form).toString()
  const token = await app.json('POST', '/realms/master/protocol/openid-connect/token', { headers, body })
  return { authorization: `Bearer ${textAt(token, 'access_token')}` }
}
