/** Two organizations that can both prove a hostname at the same moment: exactly one gets it, whatever the order. */
import { isQuick } from '../../support/command-line.ts'
import { check, register } from '../../support/dns/matrix-test-env.ts'
import { prove, type TakeoverTestEnv } from './takeover-test-env.ts'

const rounds = isQuick ? 10 : 60

export async function proveRaces(testEnv: TakeoverTestEnv): Promise<void> {
  const { person, attacker, trial, sql, dns, report } = testEnv
  let doubled = 0
  let unowned = 0
  for (let round = 0; round < rounds; round += 1) {
    const zone = `race-${round}-zone.com`
    const below = round % 2 === 0 ? `app.${zone}` : zone
    dns.addZone(zone)
    const [one, other] = [await register(testEnv, person, `app.${zone}`), await register(testEnv, attacker, below)]
    for (const domain of [one, other]) prove(testEnv, domain)
    await Promise.all([check(testEnv, person, one.id), check(testEnv, attacker, other.id)])
    const rows = await sql.query<{ count: number }>(
      'select count(*)::int from domains where apex_domain = $1 and proven_at is not null',
      [zone],
    )
    if ((rows[0]?.count ?? 0) > 1) doubled += 1
    if (rows[0]?.count === 0) unowned += 1
  }
  trial.fails('of two that are equally fast one has the hostname', doubled === 0)
  report.expect(unowned === 0, `${unowned} hostnames have no owner`)
  report.figure('races', rounds)
}
