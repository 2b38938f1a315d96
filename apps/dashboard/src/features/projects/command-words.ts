/** A program and its arguments as one line: quotes keep words together, a backslash takes the next sign as it is. */
export function splitWords(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let index = 0; index < line.length; index += 1) {
    const sign = line.charAt(index)
    if (sign === '\\' && quote !== "'" && index + 1 < line.length) {
      index += 1
      word = (word ?? '') + line.charAt(index)
    } else if (quote !== '' && sign === quote) quote = ''
    else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign
      word ??= ''
    } else if (quote === '' && /\s/.test(sign)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + sign
  }
  return word === undefined ? words : [...words, word]
}

export function joinWords(words: readonly string[]): string {
  return words.map((word) => (/^[^\s'"\\]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}
