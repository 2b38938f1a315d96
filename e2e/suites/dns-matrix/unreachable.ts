/** An instance whose resolvers don't respond reports that and doesn't blame the domain. */
import { check, type MatrixTestEnv, register } from '../../support/dns/matrix-test-env.ts'

export async function proveUnreachable(testEnv: MatrixTestEnv): Promise<void> {
  const { report, dns, person } = testEnv
  const domain = await register(testEnv, person, 'app.void-zone.com')
  for (const name of ['void-zone.com', '.', 'com'])
    dns.say(['resolver1', 'resolver2'], name, () => ({ isSilent: true }))
  const checked = await check(testEnv, person, domain.id)
  report.expect(
    checked.error?.code === 'resolvers_unreachable',
    `resolvers_unreachable and not ${checked.error?.code}: ${JSON.stringify(checked).slice(0, 300)}`,
  )
}
