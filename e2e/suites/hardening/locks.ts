/** Runs are exclusive, and never start while another run holds the server. */
import { connectAsSuperuser } from '../../../apps/server/src/testing/superuser.ts'
import { startTarget } from '../../fixtures/target.ts'
import type { Report } from '../../support/report.ts'
import { quickChecks } from './case.ts'
import type { Lane } from './lane.ts'
import { Gate } from './seeded-shims.ts'

export async function proveLocks(lane: Lane, report: Report): Promise<void> {
  await using target = await startTarget()
  const subject = await lane.register(target)
  const db = connectAsSuperuser(lane.instance.databaseUrl)
  try {
    // Represents a deployment in a remote step: a run that holds the server's lock shared.
    await db.query(`
      insert into workflow_runs (id, organization_id, kind, key, input, status)
      select gen_random_uuid(), organization_id, 'stand-in', 'stand-in/' || id, '{}', 'queued' from servers
      where organization_id = (select organization_id from servers order by created_at desc limit 1)`)
    await db.query(`
      insert into workflow_locks (resource, run_id, organization_id, mode, granted_at)
      select 'server:' || s.id, r.id, r.organization_id, 'shared', now()
      from workflow_runs r join servers s on r.key = 'stand-in/' || s.id where r.kind = 'stand-in'`)
    const refused = await subject.ask('POST', '/security/harden', { checks: quickChecks })
    report.expect(
      refused.status === 409 && refused.body.code === 'server_locked',
      `held: ${refused.status} ${refused.text}`,
    )
    report.expect(String(refused.body.detail).includes('stand-in'), 'the answer names the holder')
    const dry = await subject.untilEnd((await subject.start('harden', { dryRun: true, checks: quickChecks })).id)
    report.expect(dry.status === 'planned', `a dry run needs no lock: ${dry.status}`)
    await db.query(`delete from workflow_runs where kind = 'stand-in'`)
    const gate = await Gate.sabotage(target, 'apply')
    const run = await subject.start('harden', { checks: quickChecks })
    await gate.untilHit()
    const others = await Promise.all(
      ['harden', 'revert', 'harden'].map((verb) => subject.ask('POST', `/security/${verb}`, {})),
    )
    const codes = others.map((answer) => `${answer.status} ${answer.body.code}`)
    report.expect(
      codes.every((code) => code === '409 hardening_in_progress'),
      `while one runs: ${codes.join(', ')}`,
    )
    await gate.open()
    const ended = await subject.untilEnd(run.id)
    report.expect(ended.status === 'confirmed', `the first run ended ${ended.status} ${JSON.stringify(ended.error)}`)
    const left = await db.query(`select 1 from workflow_locks`)
    report.expect(left.rowCount === 0, 'the lock is free afterwards')
  } finally {
    await db.end()
  }
}
