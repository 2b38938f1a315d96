/** Files are records: each has a row in the database and content in the volume, and counts only if both are there. */
import { type AppCheck, adminPassword, recordsIn, textAt } from '../app-check.ts'
import type { Visitor } from '../visitor.ts'

const email = 'admin@example.com'
const boundary = 'catalog-suite-boundary'

export const directus: AppCheck = {
  template: 'directus',
  inputs: { ADMIN_EMAIL: email, ADMIN_PASSWORD: adminPassword },
  page: { path: '/admin/login', contains: /Directus/ },
  async write(app, name) {
    const headers = { ...(await signIn(app)), 'content-type': `multipart/form-data; boundary=${boundary}` }
    const parts = [
      'Content-Disposition: form-data; name="title"\r\n\r\nSuite',
      `Content-Disposition: form-data; name="file"; filename="${name}.txt"\r\nContent-Type: text/plain\r\n\r\ncontent of ${name}`,
    ]
    const body = `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`
    await app.json('POST', '/files', { headers, body })
  },
  async read(app) {
    const headers = await signIn(app)
    const listed = await app.json('GET', '/files?fields=id', { headers })
    const ids = JSON.stringify(listed).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    const contents: string[] = []
    for (const id of ids) contents.push((await app.ask('GET', `/assets/${id}`, { headers })).text)
    return recordsIn(contents.join('\n'))
  },
}

async function signIn(app: Visitor): Promise<{ authorization: string }> {
  const token = await app.json('POST', '/auth/login', { json: { email, password: adminPassword } })
  return { authorization: `Bearer ${textAt(token, 'data', 'access_token')}` }
}
