/**
 * Splits a typed command into arguments as a shell does: quotes group args, and a backslash escapes one character. Null: a quote
 * is open.
 */
export function splitCommand(line: string): string[] | null {
  const args: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let index = 0; index < line.length; index += 1) {
    const sign = line[index] ?? ''
    if (quote !== null) {
      if (sign === quote) quote = null
      else if (sign === '\\' && quote === '"' && /["\\]/.test(line[index + 1] ?? '')) {
        index += 1
        word = (word ?? '') + line[index]
      } else word = (word ?? '') + sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      word ??= ''
    } else if (sign === '\\' && index + 1 < line.length) {
      index += 1
      word = (word ?? '') + line[index]
    } else if (/\s/.test(sign)) {
      if (word !== null) args.push(word)
      word = null
    } else word = (word ?? '') + sign
  }
  if (quote !== null) return null
  return word === null ? args : [...args, word]
}

export function joinCommand(args: readonly string[]): string {
  return args.map((word) => (/^[^\s'"\\]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}
