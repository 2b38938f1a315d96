/** Flows are records: each is a tab in the editor. */
import { type AppCheck, adminPassword, recordsIn, textAt } from '../app-check.ts'
import type { Visitor } from '../visitor.ts'

export const nodeRed: AppCheck = {
  template: 'node-red',
  inputs: { ADMIN_PASSWORD: adminPassword },
  page: { path: '/', contains: /<title>Node-RED<\/title>/ },
  async write(app, name) {
    const headers = await signIn(app)
    const known = await app.json('GET', '/flows', { headers })
    if (!Array.isArray(known)) throw new Error("the flows aren't a list")
    const tab = {
      id: Buffer.from(name).toString('hex').slice(0, 32),
      type: 'tab',
      label: name,
      disabled: false,
      info: '',
    }
    await app.json('POST', '/flows', { headers, json: [...known, tab] })
  },
  async read(app) {
    const { text } = await app.ask('GET', '/flows', { headers: await signIn(app) })
    return recordsIn(text)
  },
}

async function signIn(app: Visitor): Promise<{ authorization: string }> {
  const json = {
    client_id: 'node-red-admin',
    grant_type: 'password',
    scope: '*',
    username: 'admin',
    password: adminPassword,
  }
  const token = textAt(await app.json('POST', '/auth/token', { json }), 'access_token')
  return { authorization: `Bearer ${token}` }
}
