/**
 * Interpolates `${NAME}`, `${NAME:-default}`, `${NAME:?message}`, `${NAME:+other}`, `$NAME`, and `$$` like compose, in
 * linear time.
 */

export interface Reference {
  readonly name: string
  /** Null without a default; a person has to set it. */
  readonly fallback: string | null
}

export interface Interpolated {
  /** The text with defaults; null if a value without a default is required. */
  readonly text: string | null
  readonly references: readonly Reference[]
}

const maxDepth = 8
const maxReferences = 50

export function interpolate(text: string): Interpolated {
  if (!text.includes('$')) return { text, references: [] }
  const references: Reference[] = []
  const read = new Reader(text.slice(0, 20_000), references).read(0, false)
  return { text: read, references }
}

class Reader {
  readonly #text: string
  readonly #references: Reference[]
  #index = 0

  constructor(text: string, references: Reference[]) {
    this.#text = text
    this.#references = references
  }

  /** Reads to the end, or to the brace that closes the default. */
  read(depth: number, isInBraces: boolean): string | null {
    let done: string | null = ''
    while (this.#index < this.#text.length) {
      const letter = this.#text[this.#index] ?? ''
      if (isInBraces && letter === '}') break
      this.#index += 1
      const part: string | null = letter === '$' ? this.#readDollar(depth) : letter
      done = done === null || part === null ? null : done + part
    }
    return done
  }

  #readDollar(depth: number): string | null {
    const next = this.#text[this.#index]
    if (next === '$') {
      this.#index += 1
      return '$'
    }
    if (next === '{') {
      this.#index += 1
      return this.#readBraces(depth + 1)
    }
    const name = this.#readName()
    return name === '' ? '$' : this.#note(name, null)
  }

  #readBraces(depth: number): string | null {
    const name = this.#readName()
    const rest = this.#text.slice(this.#index, this.#index + 2)
    const operator = /^:?[-?+]/.exec(rest)?.[0] ?? ''
    this.#index += operator.length
    const word = depth > maxDepth ? null : this.read(depth, true)
    this.#index += 1
    if (operator.endsWith('-')) return this.#note(name, word ?? '')
    if (operator.endsWith('+')) return this.#note(name, '')
    return this.#note(name, null)
  }

  #readName(): string {
    const start = this.#index
    while (/[A-Za-z0-9_]/.test(this.#text[this.#index] ?? '')) this.#index += 1
    return this.#text.slice(start, this.#index)
  }

  #note(name: string, fallback: string | null): string | null {
    if (name !== '' && this.#references.length < maxReferences) this.#references.push({ name, fallback })
    return fallback
  }
}
