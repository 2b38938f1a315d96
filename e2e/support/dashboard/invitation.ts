/** An invited user opens the link, creates an account, and sees the organization at once. */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { password } from '../client.ts'
import type { OwnerCalls } from './owner-calls.ts'
import type { ScenarioTestEnv } from './scenario-test-env.ts'

const guest = 'grace@example.com'
const organization = 'Harbour'
const seenWithinMs = 240_000
const yes = () => true
const no = () => false

export async function inviteMember({ dashboard, report }: ScenarioTestEnv, { must }: OwnerCalls): Promise<void> {
  const { id } = await must('POST', '/organizations', { name: organization })
  const { link } = await must('POST', `/organizations/${id}/invitations`, { email: guest, role: 'developer' })
  await using visitor = await dashboard.visit()
  const { page, settle } = await visitor.open()
  await page.goto(String(link))
  await page.getByRole('heading', { name: text.auth.invitation.join(organization) }).waitFor()
  const address = await page.getByLabel(text.auth.email).inputValue()
  report.expect(address === guest, `the invitation shows its email address: ${address}`)
  await page.getByLabel(text.auth.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: text.auth.signUp.action }).click()
  await page.waitForURL((address) => address.pathname === '/')
  await settle()
  const isThere = await page.getByText(organization).first().waitFor({ timeout: seenWithinMs }).then(yes, no)
  report.expect(isThere, 'they see the organisation that they came for')
  const { items } = await must('GET', `/organizations/${id}/members`)
  report.expect(items.length === 2, `the organisation has ${items.length} members`)
  for (const fault of new Set(visitor.faults)) report.expect(false, `invitation: ${fault}`)
}
