/** Secrets are never options, because other users of the computer could see them. */
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { readInput } from './prompt.ts'

/** Reads a secret from standard input, or from a hidden prompt in a terminal. `option`: the option for scripts. */
export async function readSecret(
  { prompt, stdin }: Context,
  { question, option, isPiped }: { question: string; option: string; isPiped: boolean },
): Promise<string> {
  const text = isPiped ? (await readInput(stdin)).trim() : await prompt.askSecret(question, `Use --${option}.`)
  if (text === '') throw new CliError('usage', 'Standard input is empty.', `Pass the secret: --${option} < FILE`)
  return text
}
