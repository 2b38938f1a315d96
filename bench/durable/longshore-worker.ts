/** Our layer doing the same: a workflow of five empty steps. */

import { fiveEmptySteps } from '../../apps/server/src/testing/durable-tasks.ts'
import { createDatabase, createListener } from '../../apps/server/src/testing/internals/database.ts'
import { createDurableWorker } from '../../apps/server/src/testing/internals/durable.ts'
import { createLog } from '../../apps/server/src/testing/internals/log.ts'

const options: { url: string; ingressUrl: string; adminUrl: string; identityKey: string } = JSON.parse(
  process.argv[2] ?? '{}',
)
const log = createLog({ level: 'error', process: 'bench-worker' })
const database = createDatabase({ url: options.url, poolSize: 20, applicationName: 'bench-worker' })
const listener = createListener({ url: options.url, applicationName: 'bench-worker', log })
await listener.start()
const worker = createDurableWorker({
  ...options,
  database,
  listener,
  log,
  workflows: [fiveEmptySteps],
  endpoint: { host: '127.0.0.1', port: 0 },
  identityKeys: [options.identityKey],
})
process.send?.({ port: await worker.start() })
