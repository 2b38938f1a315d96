/** Parses `NAME=VALUE`. */
import { CliError } from '../exit-codes.ts'

export function readPairs(args: readonly string[], where: string, form = 'NAME=VALUE'): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const arg of args) {
    const equals = arg.indexOf('=')
    // Doesn't print the argument, which may contain a secret.
    if (equals < 1) throw new CliError('usage', `${where} must be ${form}, not “${arg.slice(0, 20)}”.`)
    pairs.set(arg.slice(0, equals), arg.slice(equals + 1))
  }
  return pairs
}
