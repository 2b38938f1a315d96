/** Packages are records: published and downloaded as npm does. */
import { type AppCheck, adminPassword, recordsIn } from '../app-check.ts'
import { basicAuth } from '../visitor.ts'

const headers = basicAuth('admin', adminPassword)

export const verdaccio: AppCheck = {
  template: 'verdaccio',
  inputs: { ADMIN_PASSWORD: adminPassword },
  page: { path: '/', contains: /Verdaccio/ },
  async write(app, name) {
    const file = `${name}-1.0.0.tgz`
    const data = Buffer.from(`content of ${name}`).toString('base64')
    await app.json('PUT', `/${name}`, {
      headers,
      json: {
        _id: name,
        name,
        'dist-tags': { latest: '1.0.0' },
        versions: {
          '1.0.0': { name, version: '1.0.0', dist: { tarball: `http://${app.hostname}/${name}/-/${file}` } },
        },
        _attachments: {
          [file]: { content_type: 'application/octet-stream', data, length: `content of ${name}`.length },
        },
      },
    })
  },
  async read(app) {
    const contents: string[] = []
    for (const name of ['record-kept', 'record-lost']) {
      const { status, text } = await app.ask('GET', `/${name}/-/${name}-1.0.0.tgz`, { headers })
      if (status === 200) contents.push(text)
    }
    return recordsIn(contents.join('\n'))
  },
}
