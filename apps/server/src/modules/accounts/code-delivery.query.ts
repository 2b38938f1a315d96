/** Returns how codes and links reach a user. */
import type { Delivery } from './accounts.schemas.ts'

export type { Delivery } from './accounts.schemas.ts'

export async function deliveryOf(account: { sendsMail(): Promise<boolean> }): Promise<Delivery> {
  return (await account.sendsMail()) ? 'email' : 'operator'
}
