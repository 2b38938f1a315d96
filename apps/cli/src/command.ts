/** A command: its options as data, and its implementation. */
import { type Input, type ParsedInput, toInput } from './arguments/input.ts'
import type { ArgumentSpec, OptionTable } from './arguments/options.ts'
import type { Context } from './context.ts'

interface CommandShape {
  /** One or two words, such as `env set`. */
  readonly path: string
  readonly summary: string
  /** Sentences for help and the reference page. */
  readonly details?: string
  readonly arguments?: readonly ArgumentSpec[]
  /** Name of the arguments after `--`. */
  readonly rest?: string
  readonly examples?: readonly string[]
  /** Hidden from help, because only programs call it. */
  readonly isHidden?: true
}

export interface Command extends CommandShape {
  readonly options: OptionTable
  /** Returns the exit code. Undefined means 0. */
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
