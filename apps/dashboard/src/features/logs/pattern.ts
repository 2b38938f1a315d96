/** Regular expressions of a search. Only a worker runs them: some take longer than anyone waits. */
const maxMatchesPerLine = 8

/** Undefined: the pattern is valid. Otherwise what is wrong with it. */
export function patternFault(pattern: string): string | undefined {
  try {
    compile(pattern)
    return undefined
  } catch (error) {
    // "Invalid regular expression: /(/gi: Unterminated group": only the end is news.
    return error instanceof Error ? (error.message.split(': ').at(-1) ?? error.message) : String(error)
  }
}

/** Triples: index of the text, start and end of a match. Every matching text has at least one, possibly an empty one. */
export function findMatches(pattern: string, texts: readonly string[]): number[] {
  const regex = compile(pattern)
  const found: number[] = []
  for (const [index, text] of texts.entries()) {
    let count = 0
    for (const match of text.matchAll(regex)) {
      count += 1
      found.push(index, match.index, match.index + match[0].length)
      if (count >= maxMatchesPerLine) break
    }
  }
  return found
}

function compile(pattern: string): RegExp {
  return new RegExp(pattern, 'gi')
}
