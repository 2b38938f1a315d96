/** Budgets are records: each counts only if the server lists it and its file can be read from the volume. */
import { type AppCheck, adminPassword, recordsIn, textAt } from '../app-check.ts'
import type { Visitor } from '../visitor.ts'

export const actualBudget: AppCheck = {
  template: 'actual-budget',
  page: { path: '/', contains: /Actual/ },
  async write(app, name) {
    const headers = {
      ...(await signIn(app)),
      'content-type': 'application/encrypted-file',
      'x-actual-file-id': name,
      'x-actual-name': name,
      'x-actual-format': '2',
    }
    await app.json('POST', '/sync/upload-user-file', { headers, body: `content of ${name}` })
  },
  async read(app) {
    const headers = await signIn(app)
    const listed = recordsIn(JSON.stringify(await app.json('GET', '/sync/list-user-files', { headers })))
    const files: string[] = []
    for (const id of listed) {
      const question = { headers: { ...headers, 'x-actual-file-id': id } }
      files.push((await app.ask('GET', '/sync/download-user-file', question)).text)
    }
    return recordsIn(files.join('\n'))
  },
}

/** The first visitor sets the password. */
async function signIn(app: Visitor): Promise<{ 'x-actual-token': string }> {
  const json = { password: adminPassword }
  const login = await app.ask('POST', '/account/login', { json })
  const reply: unknown =
    login.status === 200 ? JSON.parse(login.text) : await app.json('POST', '/account/bootstrap', { json })
  return { 'x-actual-token': textAt(reply, 'data', 'token') }
}
