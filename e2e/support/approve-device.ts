/**
 * Approves the sign-in of a program with all permissions, on the page that its link opened. A person far from the program also
 * types its code, and gets fewer permissions unless they choose.
 */
import type { Page } from 'playwright-core'
import { text } from '../../apps/dashboard/src/text/text.ts'

export async function approveDevice(page: Page, code: string): Promise<void> {
  const field = page.getByLabel(text.device.typeCode)
  await page.getByText(code).or(field).first().waitFor()
  if (await field.isVisible()) await field.fill(code)
  await page.getByLabel(text.tokens.form.presets.all).check()
  await page.getByRole('button', { name: text.device.approve, exact: true }).click()
  await page.getByText(text.device.outcomes.approved.title, { exact: true }).waitFor()
}
