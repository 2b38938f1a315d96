/** A command: what it takes, as data, and what it does. */
import { type Input, type ParsedInput, toInput } from './arguments/input.ts'
import type { ArgumentSpec, OptionTable } from './arguments/options.ts'
import type { Context } from './context.ts'

interface CommandShape {
  /** One or two words. */
  readonly path: string
  readonly summary: string
  /** For help and the reference page: sentences. */
  readonly details?: string
  readonly arguments?: readonly ArgumentSpec[]
  /** Words behind `--`. */
  readonly rest?: string
  readonly examples?: readonly string[]
  /** For programs, not for people. */
  readonly isHidden?: true
}

export interface Command extends CommandShape {
  readonly options: OptionTable
  /** Gives the exit code; nothing is 0. */
  run(context: Context, input: ParsedInput): Promise<number | undefined>
}

interface CommandSpec<Options extends OptionTable> extends CommandShape {
  readonly options?: Options
  run(context: Context, input: Input<Options>): Promise<number | undefined>
}

export function defineCommand<const Options extends OptionTable = Record<never, never>>(
  spec: CommandSpec<Options>,
): Command {
  const { options = {}, run, ...shape } = spec
  return { ...shape, options, run: (context, input) => run(context, toInput<Options>(input)) }
}
