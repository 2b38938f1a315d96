/** A server that comes and goes is reported twice: once when it is unreachable, once when it is back. */

import type { AlertTestEnv } from '../../support/alerts/alerts.ts'
import { proveFlapping } from '../../support/alerts/flapping.ts'
import type { DeployTestEnv } from '../../support/deploy-test-env.ts'
import { deliveriesOf, expectNotified, gatherAudience } from './audience.ts'

const events = ['server_unreachable', 'server_recovered', 'alert_raised', 'alert_cleared']

export async function proveFlappingServer(testEnv: DeployTestEnv & AlertTestEnv): Promise<void> {
  await using audience = await gatherAudience(testEnv, { name: 'flapping', events })
  await proveFlapping(testEnv)
  const reported = await expectNotified(testEnv, audience, 2)
  testEnv.report.figure('flapping_messages', reported)
  for (const { id, name } of audience.listeners) {
    const order = (await deliveriesOf(testEnv, id)).map(({ event }) => event).reverse()
    testEnv.report.expect(order.join(' ') === 'server_unreachable server_recovered', `${name}: ${order.join(' ')}`)
  }
  const faults = audience.faults()
  testEnv.report.expect(faults.length === 0, `vendors would refuse: ${faults.slice(0, 3).join('; ')}`)
}
