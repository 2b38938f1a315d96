/** Tests, registers and hardens a server. */
import type { ConnectionTestResult, HardeningRun, ServerSecurity } from '@longshore/sdk'
import { isQuick } from '../command-line.ts'
import { bodyFor } from '../servers.ts'
import { expectListed } from './project.ts'
import type { WalkTestEnv } from './walk-test-env.ts'
import type { Walker } from './walker.ts'

/** All safe checks take a minute. */
const checks = isQuick ? { checks: ['ssh.password_authentication', 'ssh.x11_forwarding'] } : {}
const ends = ['confirmed', 'failed', 'rolled_back']

export async function walkServer(walker: Walker, { target }: WalkTestEnv): Promise<string> {
  const { name, ...login } = bodyFor(target, 'deploy')
  using test = await walker.open('POST /servers/test-connection', { body: login })
  const result = await walker.hear<ConnectionTestResult>(
    'POST /servers/test-connection',
    test,
    (event) => event === 'result',
  )
  walker.report.expect(result.ok === true && result.complete === true, `the test: ${JSON.stringify(result)}`)
  const [{ fingerprint } = { fingerprint: '' }] = (await target.readHostKeys()).filter(
    (key) => key.fingerprint === result.fingerprint,
  )
  const { id } = await walker.call('POST /servers', { body: { name, ...login, hostKeyFingerprint: fingerprint } })
  await walker.pollUntil(`/servers/${id}`, ({ status }) => status === 'ready')
  expectListed(walker, await walker.call('GET /servers'), id)

  const path = { id }
  await walker.callUntil<ServerSecurity>('GET /servers/:id/security', { path }, ({ scannedAt }) => scannedAt !== null)
  const begun = await walker.call('POST /servers/:id/security/harden', { path, body: checks })
  const run = await walker.pollUntil<HardeningRun>(`/servers/${id}/security/runs/${begun.id}`, ({ status }) =>
    ends.includes(status),
  )
  walker.report.expect(run.status === 'confirmed', `the hardening: ${run.status} ${JSON.stringify(run.error)}`)
  return id
}
