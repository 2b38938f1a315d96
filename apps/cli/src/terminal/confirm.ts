/** Confirmation before something is deleted. */
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'

/** Fails unless the user agrees. `isAgreed`: value of --yes. */
export async function confirmChange({ prompt }: Context, question: string, isAgreed: boolean): Promise<void> {
  if (isAgreed || (await prompt.confirm(question, 'Confirm with --yes.'))) return
  throw new CliError('interrupted', 'Canceled. Nothing was changed.')
}
