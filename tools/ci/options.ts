/** The command line of `bin/ci`. */
import { parseArgs } from 'node:util'

export interface CiOptions {
  readonly form: 'gate' | 'all' | 'changed'
  readonly base: string | undefined
  readonly only: readonly string[]
  readonly explains: boolean
  readonly isFresh: boolean
  readonly stopsAtFailure: boolean
  readonly rounds: number
}

export const usage = `bin/ci                      the gate
bin/ci NAME…                only these checks
bin/ci --all [--fresh]      every check, suite and bench in its quick form; continues where it stopped unless --fresh
bin/ci --changed [BASE]     the gate and the suites that changes since BASE can break, within 60 minutes
       --explain            only prints why each suite was chosen
       --repeat N           N rounds, the last one beside a process that keeps a core busy
       --until-failure      ends with the first check that fails`

/** Returns a string if the command line is invalid. */
export function readOptions(argv: readonly string[]): CiOptions | string {
  const options = {
    all: { type: 'boolean' },
    changed: { type: 'boolean' },
    explain: { type: 'boolean' },
    fresh: { type: 'boolean' },
    'until-failure': { type: 'boolean' },
    repeat: { type: 'string' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    const { all = false, changed = false, explain = false, fresh = false, repeat = '1' } = values
    if (all && changed) return 'either --all or --changed'
    if (explain && !changed) return '--explain goes with --changed'
    if (fresh && !all) return '--fresh goes with --all'
    if (!/^[1-9]\d?$/.test(repeat)) return `--repeat needs a number from 1 to 99, not "${repeat}"`
    if (changed && positionals.length > 1) return '--changed compares with one commit'
    return {
      form: all ? 'all' : changed ? 'changed' : 'gate',
      base: changed ? positionals[0] : undefined,
      only: changed ? [] : positionals,
      explains: explain,
      isFresh: fresh,
      stopsAtFailure: values['until-failure'] ?? false,
      rounds: Number(repeat),
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
