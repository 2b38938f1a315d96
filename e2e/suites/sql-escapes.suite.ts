/**
 * SQL files that try to escape the database they are imported into, and files made to grow.
 *
 * @tier all
 * @budget 200
 * @topics walls forms refusals bombs
 */
import { parseAddressPolicy } from '@longshore/addresses'
import { createProxyPrograms } from '@longshore/remote/proxy'
import { createRuntime } from '@longshore/remote/runtime'
import { createServerPool } from '@longshore/remote/ssh'
import { loadBaseImages } from '../fixtures/base-images.ts'
import { ensureBuildx } from '../fixtures/buildx.ts'
import { ensureProxyProgram } from '../fixtures/proxy-program.ts'
import { startTarget } from '../fixtures/target.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { openDataTestEnv } from '../support/data-test-env.ts'
import { proveForms } from '../support/imports/import-scenarios.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveBombs, proveRefusals } from './sql-escapes/refusals.ts'
import { proveWalls } from './sql-escapes/sandbox.ts'

const report = new Report('sql-escapes')
if (isChosen('walls')) {
  await using target = await startTarget()
  await loadBaseImages(target, ['postgres:15', 'mariadb:11'])
  const [buildxProgram, proxy, hostKeys] = [
    await ensureBuildx(),
    await ensureProxyProgram(),
    await target.readHostKeys(),
  ]
  await using pool = createServerPool({ allow: parseAddressPolicy(`127.0.0.1:${target.port}`) })
  const { host, port, keys } = target
  const username = 'deploy'
  const place = {
    id: username,
    host,
    port,
    username,
    hostKeys,
    loadKey: async () => ({ privateKey: keys[username].privateKey }),
  }
  await pool.use(
    place,
    async (connection) => {
      const runtime = createRuntime(connection, {
        instance: 'suite',
        buildxProgram,
        programs: createProxyPrograms(proxy),
        limitsDirectory: proxy,
      })
      await runTopic({ report }, 'walls', () => proveWalls({ report, target, runtime }))
    },
    { deadlineMs: 20_000 },
  )
}
const topics = ['forms', 'refusals', 'bombs'].filter(isChosen)
if (topics.length > 0) {
  const environment = { IMPORT_MAX_BYTES: '20000000', IMPORT_MAX_UNCOMPRESSED_BYTES: '1000000000' }
  await using data = await openDataTestEnv({ kinds: ['postgres', 'mariadb'], environment })
  const { instance } = data.testEnv
  const run = (name: string, topic: () => Promise<void>) => runTopic({ report, instance }, name, topic)
  for (const engine of ['postgres', 'mariadb'] as const) {
    if (isChosen('forms')) await run(`forms of ${engine}`, () => proveForms(data, report, engine))
    if (isChosen('refusals')) await run(`refusals of ${engine}`, () => proveRefusals(data, report, engine))
  }
  if (isChosen('bombs')) await run('bombs', () => proveBombs(data, report))
}
report.figure('quick', isQuick)
report.finish()
