/** Conversations are records: each counts only if the database knows it and its file can be read from the volume. */
import { createHmac } from 'node:crypto'
import { type AppCheck, adminPassword, recordsIn, textAt } from '../app-check.ts'
import type { Visitor } from '../visitor.ts'

const secret = 'catalog-suite-registration'
const username = 'keeper'
const client = '/_matrix/client/v3'

export const synapse: AppCheck = {
  template: 'synapse',
  inputs: { SERVER_NAME: 'example.com', REGISTRATION_SHARED_SECRET: secret },
  page: { path: '/_matrix/client/versions', contains: /"v1\.11"/ },
  async write(app, name) {
    const headers = await signIn(app)
    const upload = { headers: { ...headers, 'content-type': 'text/plain' }, body: `content of ${name}` }
    const file = textAt(await app.json('POST', `/_matrix/media/v3/upload?filename=${name}`, upload), 'content_uri')
    await app.json('POST', `${client}/createRoom`, { headers, json: { name, topic: file } })
  },
  async read(app) {
    const headers = await signIn(app)
    const joined = await app.json('GET', `${client}/joined_rooms`, { headers })
    const ids = JSON.stringify(joined).match(/![^"]+/g) ?? []
    const files: string[] = []
    for (const id of ids) {
      const topic = await app.json('GET', `${client}/rooms/${encodeURIComponent(id)}/state/m.room.topic`, { headers })
      const path = textAt(topic, 'topic').replace('mxc://', '/_matrix/client/v1/media/download/')
      files.push((await app.ask('GET', path, { headers })).text)
    }
    return recordsIn(files.join('\n'))
  },
}

/** Registration is closed, so the account is created with the server's secret, as its own command does. */
async function signIn(app: Visitor): Promise<{ authorization: string }> {
  const identifier = { type: 'm.id.user', user: username }
  const json = { type: 'm.login.password', identifier, password: adminPassword }
  const reply = await app.ask('POST', `${client}/login`, { json })
  const session: unknown = reply.status === 200 ? JSON.parse(reply.text) : await register(app)
  return { authorization: `Bearer ${textAt(session, 'access_token')}` }
}

async function register(app: Visitor): Promise<unknown> {
  const path = '/_synapse/admin/v1/register'
  const nonce = textAt(await app.json('GET', path), 'nonce')
  const mac = createHmac('sha1', secret).update([nonce, username, adminPassword, 'admin'].join('\0')).digest('hex')
  return await app.json('POST', path, { json: { nonce, username, password: adminPassword, admin: true, mac } })
}
