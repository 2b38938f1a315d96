/** Says how codes and links reach a person. */
import type { AccountContext } from './account-context.service.ts'
import type { Delivery } from './accounts.schemas.ts'

export type { Delivery } from './accounts.schemas.ts'

export async function deliveryOf(account: Pick<AccountContext, 'sendsMail'>): Promise<Delivery> {
  return (await account.sendsMail()) ? 'mail' : 'operator'
}

export const operatorPrints = {
  code: 'This instance has no mail server. Its operator can print the code with: longshore-server otp EMAIL.',
  link: 'This instance has no mail server. Its operator can print a link with: longshore-server reset-link EMAIL.',
} as const
