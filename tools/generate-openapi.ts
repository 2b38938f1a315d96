/** Writes apps/server/openapi.json from the registered routes, without any connections. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../apps/server/src/config.ts'
import { createApi } from '../apps/server/src/http.ts'
import { createLog } from '../apps/server/src/platform/log/log.ts'
import { generateIdentity } from '../apps/server/src/platform/secrets/unseal.ts'
import { apiSettings } from '../apps/server/src/settings.ts'
import { createApiContext } from '../apps/server/src/wiring/api.ts'

const target = process.argv[2] ?? join(import.meta.dirname, '../apps/server/openapi.json')
const { recipient } = await generateIdentity()
const settings = readConfig(apiSettings, {
  NODE_ENV: 'test',
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing',
  PUBLIC_URL: 'http://localhost:8460',
  LINK_SOCKET: '/tmp/longshore-unused.sock',
  LINK_KEY: randomBytes(32).toString('base64'),
  API_DERIVE_KEY: randomBytes(32).toString('base64'),
  SEALING_RECIPIENT: recipient,
})
const app = await createApi(createApiContext(settings, createLog({ level: 'silent', process: 'generate' })))
await app.ready()
await writeFile(target, `${JSON.stringify(app.openApi(), null, 2)}\n`)
process.exit(0)
