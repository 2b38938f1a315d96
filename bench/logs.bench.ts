/**
 * Cost of build logs: writing grows linearly, reading a page in the middle costs what the first page costs.
 *
 * @tier all
 * @budget 120
 * @alone
 */

import { createDatabase } from '../apps/server/src/testing/internals/database.ts'
import { listLogChunks } from '../apps/server/src/testing/internals/deployments.ts'
import { brandId, type Id, newId } from '../apps/server/src/testing/internals/ids.ts'
import { Secret } from '../apps/server/src/testing/internals/secrets.ts'
import { createDeployLog } from '../apps/server/src/testing/internals/workloads.ts'
import { startPostgres } from '../apps/server/src/testing/postgres.ts'
import { isQuick } from '../e2e/support/command-line.ts'
import { Report } from '../e2e/support/report.ts'

const lines = isQuick ? 20_000 : 100_000
const wanted = 2.2
/** The fastest of each counts. A short round is easily disturbed, so there are more of them. */
const rounds = isQuick ? 12 : 3

const report = new Report('logs')
await using postgres = await startPostgres()
await using database = createDatabase({ url: await postgres.createDatabase(), poolSize: 4, applicationName: 'bench' })
const organizationId = newId('org')
await database.systemDb.insertInto('organizations').values({ id: organizationId, name: 'Bench' }).execute()
const secrets = Array.from({ length: 20 }, (_, n) => new Secret(`a-secret-value-number-${n}-${'x'.repeat(n)}`))

await write(lines / 10)
const once: number[] = []
const twice: number[] = []
let long = brandId<'dep'>('')
// Alternate, so that a load spike on the machine affects both.
for (let round = 0; round < rounds; round += 1) {
  once.push((await write(lines)).ms)
  const written = await write(2 * lines)
  twice.push(written.ms)
  long = written.id
}
const ratio = Math.min(...twice) / Math.min(...once)
report.figure('lines', lines)
report.figure('msPerThousandLines', (Math.min(...once) / (lines / 1_000)).toFixed(2))
report.figure('ratioTwice', ratio.toFixed(2))
report.expect(ratio <= wanted, `twice as many lines cost ${ratio.toFixed(2)} times as much (${wanted})`)
await measureReading(long)
report.figure('quick', isQuick)
report.finish()

async function write(count: number): Promise<{ ms: number; id: Id<'dep'> }> {
  const id = newId('run')
  const context = {
    run: { id, organizationId, kind: 'deploy', key: 'environment/bench', input: {} },
    signal: new AbortController().signal,
    write: database.system,
  }
  const began = performance.now()
  {
    await using log = createDeployLog().open(context, 'build-image')
    log.mask(secrets)
    for (let line = 0; line < count; line += 1)
      await log.write(
        `#12 ${(line / 100).toFixed(2)} added package-${line}@1.${line % 100}.0 in ${line % 17} ms\n`,
        'stdout',
      )
  }
  return { ms: performance.now() - began, id: brandId<'dep'>(id) }
}

async function measureReading(id: Id<'dep'>): Promise<void> {
  const all: number[] = []
  let after = 0
  let bytes = 0
  for (;;) {
    const began = performance.now()
    const page = await database.tenant(organizationId, (tx) =>
      listLogChunks(tx, organizationId, { id, after, limit: 20 }),
    )
    all.push(performance.now() - began)
    bytes += JSON.stringify(page).length
    if (page.length <= 20) break
    after = page[19]?.seq ?? 0
  }
  report.figure('pages', all.length)
  report.figure('slowestPageMs', Math.max(...all).toFixed(1))
  report.expect(bytes > 2 * lines * 20, 'not everything that was written is read')
}
