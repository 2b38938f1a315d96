/** Splits a command into arguments like Compose, in linear time. No shell runs: Compose stops at shell operators. */

export interface SplitArgs {
  readonly args: readonly string[]
  /** The operator at which the command ends, such as `&&`; null without one. */
  readonly operator: string | null
}

/** Null for an open quote or a parenthesis, which Compose rejects. */
export function splitArgs(text: string): SplitArgs | null {
  const args: string[] = []
  let word = ''
  let isWord = false
  let quote = ''
  const take = () => {
    if (isWord) args.push(word)
    word = ''
    isWord = false
  }
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? ''
    if (letter === '\\' && quote !== "'") {
      index += 1
      if (index >= text.length) return null
      word += escaped(text[index] ?? '')
      isWord = true
    } else if (quote !== '') {
      if (letter === quote) quote = ''
      else word += letter
    } else if (letter === '"' || letter === "'") {
      quote = letter
      isWord = true
    } else if (/\s/.test(letter)) take()
    else if (/[;&|<>]/.test(letter)) {
      // In `2>file`, the number belongs to the operator.
      if (letter === '>' && /^\d+$/.test(word)) isWord = false
      take()
      return { args, operator: text.slice(index, index + (text[index + 1] === letter ? 2 : 1)) }
    } else {
      if (letter === '(' || letter === ')') return null
      word += letter
      isWord = true
    }
  }
  if (quote !== '') return null
  take()
  return { args, operator: null }
}

function escaped(letter: string): string {
  if (letter === 't') return '\t'
  return letter === 'n' ? '\n' : letter
}
