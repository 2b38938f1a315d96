/** Parses `NAME=VALUE`. */
import { CliError } from '../exit-codes.ts'

export function readPairs(words: readonly string[], where: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const word of words) {
    const equals = word.indexOf('=')
    // Doesn't print the argument, which may contain a secret.
    if (equals < 1) throw new CliError('usage', `${where} must be NAME=VALUE, not “${word.slice(0, 20)}”.`)
    pairs.set(word.slice(0, equals), word.slice(equals + 1))
  }
  return pairs
}
