/** A server that comes and goes is told twice: once that it is gone, once that it is back. */

import type { AlertWorld } from '../../support/alerts/alerts.ts'
import { proveFlapping } from '../../support/alerts/flapping.ts'
import type { DeployWorld } from '../../support/deploy-test-env.ts'
import { deliveriesOf, expectTold, gatherAudience } from './audience.ts'

const events = ['server_unreachable', 'server_recovered', 'alert_raised', 'alert_cleared']

export async function proveFlappingServer(world: DeployWorld & AlertWorld): Promise<void> {
  await using audience = await gatherAudience(world, { name: 'flapping', events })
  await proveFlapping(world)
  const told = await expectTold(world, audience, 2)
  world.report.figure('flapping_messages', told)
  for (const { id, name } of audience.listeners) {
    const order = (await deliveriesOf(world, id)).map(({ event }) => event).reverse()
    world.report.expect(order.join(' ') === 'server_unreachable server_recovered', `${name}: ${order.join(' ')}`)
  }
  const faults = audience.faults()
  world.report.expect(faults.length === 0, `vendors would refuse: ${faults.slice(0, 3).join('; ')}`)
}
