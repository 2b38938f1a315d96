/**
 * Interpolates `${NAME}`, `${NAME:-default}`, `${NAME:?message}`, `${NAME:+other}`, `$NAME`, and `$$` like compose, in
 * linear time.
 */

import { isVariableName } from '../variables/classify-name.ts'

export interface Reference {
  readonly name: string
  /** Null without a default; a person has to set it. */
  readonly fallback: string | null
}

export interface Interpolated {
  /** The text with defaults; null if a value without a default is required. */
  readonly text: string | null
  /** The text with defaults, in which references without one stay as they are written. */
  readonly visible: string
  /**
   * The text with defaults, in which `${NAME}` refers to something without one, and `$$` is a dollar sign. Null if a
   * reference has no usable name.
   */
  readonly template: string | null
  readonly references: readonly Reference[]
}

const maxDepth = 8
const maxReferences = 50
/** As long as a file that a config contains. */
const maxLength = 300_000

export function interpolate(text: string): Interpolated {
  if (!text.includes('$')) return { text, visible: text, template: text, references: [] }
  const references: Reference[] = []
  const { text: read, visible, template } = new Reader(text.slice(0, maxLength), references).read(0, false)
  const isWhole = text.length <= maxLength && references.length < maxReferences
  return { text: read, visible: visible + text.slice(maxLength), template: isWhole ? template : null, references }
}

interface Read {
  readonly text: string | null
  readonly visible: string
  readonly template: string | null
}

interface Part {
  readonly text: string | null
  /** Null for a reference that stays as it is written. */
  readonly visible: string | null
  readonly template: string | null
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
  read(depth: number, isInBraces: boolean): Read {
    let text: string | null = ''
    let visible = ''
    let template: string | null = ''
    while (this.#index < this.#text.length) {
      const start = this.#index
      const letter = this.#text[start] ?? ''
      if (isInBraces && letter === '}') break
      this.#index += 1
      const part = letter === '$' ? this.#readDollar(depth) : plain(letter)
      text = text === null || part.text === null ? null : text + part.text
      template = template === null || part.template === null ? null : template + part.template
      visible += part.visible ?? this.#text.slice(start, this.#index)
    }
    return { text, visible, template }
  }

  #readDollar(depth: number): Part {
    const next = this.#text[this.#index]
    if (next === '$') {
      this.#index += 1
      return plain('$')
    }
    if (next === '{') {
      this.#index += 1
      return this.#readBraces(depth + 1)
    }
    const name = this.#readName()
    return name === '' ? plain('$') : this.#note(name, null)
  }

  #readBraces(depth: number): Part {
    const name = this.#readName()
    const rest = this.#text.slice(this.#index, this.#index + 2)
    const operator = /^:?[-?+]/.exec(rest)?.[0] ?? ''
    this.#index += operator.length
    const word = depth > maxDepth ? null : this.read(depth, true)
    this.#index += 1
    if (operator.endsWith('-'))
      return {
        ...this.#note(name, word?.text ?? ''),
        visible: word?.visible ?? '',
        template: word === null ? null : word.template,
      }
    if (operator.endsWith('+')) return this.#note(name, '')
    return this.#note(name, null)
  }

  #readName(): string {
    const start = this.#index
    while (/[A-Za-z0-9_]/.test(this.#text[this.#index] ?? '')) this.#index += 1
    return this.#text.slice(start, this.#index)
  }

  #note(name: string, fallback: string | null): Part {
    if (name !== '' && this.#references.length < maxReferences) this.#references.push({ name, fallback })
    return { text: fallback, visible: fallback, template: fallback ?? toReference(name) }
  }
}

function plain(text: string): Part {
  return { text, visible: text, template: text === '$' ? '$$' : text }
}

function toReference(name: string): string | null {
  return isVariableName(name) ? `\${${name}}` : null
}
