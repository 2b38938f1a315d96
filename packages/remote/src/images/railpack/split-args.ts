/** Splits a command line like Railpack: quotes and backslashes count, nothing is expanded; pure. */
export function splitArgs(text: string): string[] {
  const args: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\\' && quote !== "'") {
      at += 1
      word = (word ?? '') + text.charAt(at)
    } else if (quote !== null) {
      if (sign === quote) quote = null
      else word = (word ?? '') + sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      word ??= ''
    } else if (/\s/.test(sign)) {
      if (word !== null) args.push(word)
      word = null
    } else if (sign === '#' && word === null) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else word = (word ?? '') + sign
  }
  if (word !== null) args.push(word)
  return args
}
