/**
 * The api process opens no connection except to PostgreSQL and the private link, shown in a network namespace of its own.
 *
 * @tier gate
 * @budget 20
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSetupLink } from '../../apps/server/src/testing/internals/accounts.ts'
import { createDatabase } from '../../apps/server/src/testing/internals/database.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'

const run = promisify(execFile)
const report = new Report('isolation')
const space = `longshore-${process.pid}`

await run('ip', ['netns', 'add', space])
try {
  await run('ip', ['-n', space, 'link', 'set', 'lo', 'up'])
  await using instance = await startInstance({ apiWrapper: ['ip', 'netns', 'exec', space] })
  await using database = createDatabase({ url: instance.databaseUrl, poolSize: 2, applicationName: 'isolation' })
  const setupToken = await createSetupLink(database)
  const inside = async (file: string, ...args: string[]) =>
    await run(
      'ip',
      ['netns', 'exec', space, process.execPath, join(import.meta.dirname, '../support', file), ...args],
      { timeout: 60_000 },
    )
  const { stdout } = await inside(
    'isolation-visitor.ts',
    instance.url,
    setupToken,
    instance.environment.API_METRICS_PORT ?? '',
  )
  const seen: Record<string, boolean> = JSON.parse(stdout)
  for (const [what, holds] of Object.entries(seen)) report.expect(holds, what)
  report.figure('visits', Object.keys(seen).length)
  // The mail server's own address isn't reachable from the api's network.
  const { port } = new URL(instance.mailbox.url)
  const seeded = await inside('connect-to.ts', '127.0.0.1', port).then(
    () => 'connected',
    () => 'refused',
  )
  report.expect(seeded === 'refused', 'a connection out of the namespace was possible: the test proves nothing')
  report.figure('planted', seeded)
  const mail = await instance.mailbox.waitFor('isolated@example.com')
  report.expect(mail.recipients.length === 1, 'the worker, outside, sends the mail that the api queued')
} finally {
  await run('ip', ['netns', 'delete', space])
}
report.finish()
