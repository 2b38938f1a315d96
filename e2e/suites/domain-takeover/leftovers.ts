/** Hostnames that were deleted, or whose DNS still points here. */
import { call } from '../../support/client.ts'
import { check, makePlace, read, register } from '../../support/dns/matrix-test-env.ts'
import { must } from '../../support/setting.ts'
import { codeOf, isProven, makeOwned, prove, type TakeoverTestEnv } from './takeover-test-env.ts'

export async function proveLeftovers(testEnv: TakeoverTestEnv): Promise<void> {
  const { instance, person, attacker, trial, sql, dns } = testEnv
  const hostname = 'old.leftover-zone.com'
  const owned = await makeOwned(testEnv, hostname)
  const place = await makePlace(instance, person, { name: 'Leftover', serverId: testEnv.serverId })
  const as = { token: person.token }
  await must(instance, 'POST', `/api/v1/environments/${place}/domain`, { ...as, body: { domainId: owned.id } })
  const early = await call(instance, 'DELETE', `/api/v1/domains/${owned.id}`, as)
  trial.fails('a domain that is attached is not deleted', early.status === 409 && early.body.code === 'domain_in_use')
  await must(instance, 'DELETE', `/api/v1/environments/${place}/domain/${owned.id}`, as)
  await must(instance, 'DELETE', `/api/v1/domains/${owned.id}`, as)
  // The record stays in DNS, because people forget to remove it.
  const claim = await register(testEnv, attacker, hostname)
  const dangling = await check(testEnv, attacker, claim.id)
  trial.fails(
    'a name that still leads here is not free for the next',
    !isProven(dangling) && !dangling.canIssueCertificate,
  )
  prove(testEnv, claim)
  const held = await check(testEnv, attacker, claim.id)
  trial.fails('it is held for its organisation', codeOf(held) === 'domain_taken')
  const again = await register(testEnv, person, hostname)
  const back = await check(testEnv, person, again.id)
  trial.fails('which can have it back', back.status === 'verified')
  await must(instance, 'DELETE', `/api/v1/domains/${again.id}`, as)
  await sql.query(`update domain_holds set held_until = now() - interval '1 second' where hostname = $1`, [hostname])
  const late = await check(testEnv, attacker, claim.id)
  trial.fails('after that whoever proves it has it', late.status === 'verified' && isProven(late))
  // The first owner's record still exists and doesn't return the hostname.
  const regret = await register(testEnv, person, hostname)
  const regretted = await check(testEnv, person, regret.id)
  trial.fails('and the former one has it no more', codeOf(regretted) === 'domain_taken')
  const owner = await read(testEnv, attacker, claim.id)
  trial.fails('nor does it take it from the new one', isProven(owner))
  dns.remove(hostname, 'A')
}
