/**
 * Checks the arguments after a suite's name against its declaration and normalizes options to `--name=value`. Without
 * this, a mistyped argument would be ignored and the run would look green.
 */
import type { Declaration } from './declarations.ts'

export type ReadArgs = { args: string[]; fault?: undefined } | { args?: undefined; fault: string }

export function readArgs({ kind, name, topics, options }: Declaration, given: readonly string[]): ReadArgs {
  const args: string[] = []
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? ''
    if (!word.startsWith('--')) {
      if (!topics.includes(word))
        return { fault: `${kind} ${name} has no topic "${word}"; ${listed('topics', topics)}` }
      args.push(word)
      continue
    }
    const [key = '', attached] = splitOption(word)
    const option = options.find((each) => each.name === key)
    if (option === undefined) {
      const known = options.map((each) => `--${each.name}`)
      return { fault: `${kind} ${name} has no option "--${key}"; ${listed('options', known)}` }
    }
    if (option.takes === 'nothing') {
      if (attached !== undefined) return { fault: `--${key} takes no value` }
      args.push(`--${key}`)
      continue
    }
    if (attached === undefined) index += 1
    const value = attached ?? given[index]
    if (value === undefined || value === '') return { fault: `--${key} needs a value` }
    if (option.takes === 'number' && !/^\d+$/.test(value)) return { fault: `--${key} needs a number, not "${value}"` }
    args.push(`--${key}=${value}`)
  }
  return { args }
}

function splitOption(word: string): [string, string | undefined] {
  const at = word.indexOf('=')
  return at === -1 ? [word.slice(2), undefined] : [word.slice(2, at), word.slice(at + 1)]
}

function listed(what: string, names: readonly string[]): string {
  return names.length === 0 ? `it has no ${what}` : `its ${what} are ${names.join(', ')}`
}
