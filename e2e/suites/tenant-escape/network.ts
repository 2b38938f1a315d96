/** Inside a running app, before and after the server is hardened. */
import { eventually } from '../../support/eventually.ts'
import { placeMetadata } from '../../support/metadata-service.ts'
import { findPlaces, metadataPlace } from './places.ts'
import { askApp, type Tenants } from './test-env.ts'

export async function proveNetwork(tenants: Tenants): Promise<void> {
  const { testEnv, report, attacker } = tenants
  await placeMetadata(testEnv.target)
  const { forbidden, allowed } = await findPlaces(tenants)
  const probe = async () => await askApp(tenants, attacker, `/probe?places=${[...forbidden, allowed].join(',')}`)
  const before = await probe()
  report.expect(before.reached.includes(allowed), 'the probe reaches nothing at all: it proves nothing')
  report.expect(
    before.reached.includes(metadataPlace),
    'the metadata service cannot be reached before hardening either',
  )
  await harden(tenants)
  const after = await probe()
  const reached = after.reached.filter((place: string) => place !== allowed)
  report.expect(after.reached.includes(allowed), 'the app lost the network')
  report.expect(reached.length === 0, `an app reaches ${reached.join(', ')}`)
  report.expect(after.sockets.length === 0, `an app holds ${after.sockets.join(', ')}`)
  report.figure('places', forbidden.length)
  report.figure('app_reached', reached.length)
}

/** Hardens with one check of the default set, because the others have their own suite. */
async function harden({ call, serverId, report }: Tenants): Promise<void> {
  const run = await call('POST', `/servers/${serverId}/security/harden`, { checks: ['docker.link_local_egress'] })
  let last = run
  await eventually(
    'the server is hardened',
    async () => {
      last = await call('GET', `/servers/${serverId}/security/runs/${run.id}`)
      return last.finishedAt !== null
    },
    { withinMs: 180_000, everyMs: 300, retriesErrors: true },
  )
  report.expect(last.status === 'confirmed', `hardening ended ${last.status}: ${JSON.stringify(last.error)}`)
}
