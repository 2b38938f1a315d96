/** Groups of saved connections are records. */
import { type AppCheck, adminPassword, recordsIn } from '../app-check.ts'
import type { Visitor } from '../visitor.ts'

const email = 'admin@example.com'
const groups = '/browser/server_group/obj/'

export const pgadmin: AppCheck = {
  template: 'pgadmin',
  inputs: { ADMIN_EMAIL: email, ADMIN_PASSWORD: adminPassword },
  page: { path: '/login', contains: /pgAdmin 4/ },
  async write(app, name) {
    await app.json('POST', groups, { headers: await signIn(app), json: { name } })
  },
  async read(app) {
    return recordsIn(JSON.stringify(await app.json('GET', groups, { headers: await signIn(app) })))
  },
}

/** Every request of the API carries a token from a script of the page. */
async function signIn(app: Visitor): Promise<{ 'x-pga-csrftoken': string }> {
  const page = (await app.ask('GET', '/login')).text
  const token = /"csrfToken": ?"([^"]+)"/.exec(page)?.[1]
  // Without a form, the visitor is still signed in.
  if (token !== undefined) {
    const body = new URLSearchParams({ email, password: adminPassword, csrf_token: token }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await app.ask('POST', '/authenticate/login', { headers, body })
  }
  const script = (await app.ask('GET', '/browser/js/utils.js')).text
  const found = /csrf_token'?\]? ?= ?['"]([^'"]+)/.exec(script)?.[1]
  if (found === undefined) throw new Error('pgAdmin gives no token to its page')
  return { 'x-pga-csrftoken': found }
}
