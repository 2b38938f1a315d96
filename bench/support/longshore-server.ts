/** The API process with one more module. Prints its port. */

import { readConfig } from '../../apps/server/src/config.ts'
import { createApi } from '../../apps/server/src/http.ts'
import { apiSettings } from '../../apps/server/src/settings.ts'
import { createLog } from '../../apps/server/src/testing/internals/log.ts'
import { createApiContext } from '../../apps/server/src/wiring/api.ts'
import { createItemsModule } from './items-module.ts'

const settings = readConfig(apiSettings)
const log = createLog({ level: settings.LOG_LEVEL, process: 'api' })
const context = createApiContext(settings, log)
await context.listener.start()
await context.streams.start()
const app = await createApi({ ...context, modules: [...context.modules, createItemsModule(context.database)] })
await app.listen({ host: '127.0.0.1', port: settings.API_PORT })
process.stderr.write(`ready ${settings.API_PORT}\n`)
