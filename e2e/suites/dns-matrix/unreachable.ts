/** An instance whose resolvers are silent says that, and does not blame the domain. */
import { check, type MatrixWorld, register } from '../../support/dns/matrix-test-env.ts'

export async function proveUnreachable(world: MatrixWorld): Promise<void> {
  const { report, dns, person } = world
  const domain = await register(world, person, 'app.void-zone.com')
  for (const name of ['void-zone.com', '.', 'com'])
    dns.say(['resolver1', 'resolver2'], name, () => ({ isSilent: true }))
  const checked = await check(world, person, domain.id)
  report.expect(
    checked.error?.code === 'resolvers_unreachable',
    `resolvers_unreachable and not ${checked.error?.code}: ${JSON.stringify(checked).slice(0, 300)}`,
  )
}
