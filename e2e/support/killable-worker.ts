/**
 * The real worker, except that it kills itself at the points that are armed in the database. The worker can't write to
 * the test's tables, so they have their own database URL.
 */
import { flushCompileCache } from 'node:module'
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { runWorker } from '../../apps/server/src/worker.ts'

const sql = createSqlClient(process.env.TEST_DATABASE_URL ?? '')
const take = `with armed as (delete from test_arms where point = $1 returning point)
  insert into test_kills (point, subject) select point, $2 from armed returning point`

const holds = 'insert into test_claims (run_id, process_id) values ($1, $2)'

await runWorker({
  async onPoint(point, subject) {
    if (point === 'claimed') await sql.query(holds, [subject, process.pid]).catch(() => [])
    // While the database is unavailable nothing is armed.
    const taken = await sql.query(take, [point, subject]).catch(() => [])
    if (taken.length > 0) process.kill(process.pid, 'SIGKILL')
  },
})
// The end would be too late, because this process is killed.
flushCompileCache()
