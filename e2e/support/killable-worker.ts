/**
 * The worker as it is, but that it dies by its own hand at the points that are armed in the database. The tables of the test are
 * not the worker's to write, so they have an address of their own.
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
    // While the database is away nothing is armed.
    const taken = await sql.query(take, [point, subject]).catch(() => [])
    if (taken.length > 0) process.kill(process.pid, 'SIGKILL')
  },
})
// At the end would be too late: this process is killed.
flushCompileCache()
