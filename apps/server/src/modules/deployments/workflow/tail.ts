/** The last characters of what was written, at a cost that does not grow with all of it. */
export interface Tail {
  add(text: string): void
  text(): string
}

export function createTail(maxLength: number): Tail {
  let kept = ''
  return {
    add(text) {
      kept += text
      if (kept.length > 2 * maxLength) kept = kept.slice(-maxLength)
    },
    text: () => kept.slice(-maxLength),
  }
}
