/**
 * Redacts secret values in output: raw, base64 (all alignments, both alphabets), URL-encoded, JSON-escaped,
 * shell-quoted, HTML-escaped and hexadecimal, also when a value is split by a chunk boundary.
 *
 * Values of fewer than 8 bytes are not redacted: "admin" or "5432" would black out half of a log and be guessed from
 * what remains. `add` returns false for them; code that lets users set such values should warn them.
 *
 * Time is linear in the output. Bytes that can no longer be part of a value are passed on immediately, so live logs
 * stay live; at most the longest encoded value is held back.
 */
import { Transform } from 'node:stream'
import { encodingsOf, type Pattern } from './encodings.ts'
import { createPatternMatcher, type PatternMatcher, startState } from './pattern-matcher.ts'
import { Secret } from './secret.ts'
import { secretMark } from './secret-mark.policy.ts'

const minimumMaskedBytes = 8
const maximumValues = 10_000

export interface RedactionStream {
  /** Returns what can be shown now. */
  push(chunk: Uint8Array): Buffer
  /** Returns the rest. The stream can be used again afterwards. */
  end(): Buffer
  /** Everything was passed on, and no value has begun: a new stream would continue the same way. */
  readonly isSettled: boolean
}

export interface Redactor {
  /** Returns false if the value is too short to redact. Open streams redact it from the next byte on. */
  add(value: Secret | string | Uint8Array): boolean
  text(text: string): string
  stream(): RedactionStream
  transform(): Transform
}

export function createRedactor(values: Iterable<Secret | string | Uint8Array> = []): Redactor {
  const redactor = new ValueRedactor()
  for (const value of values) redactor.add(value)
  return redactor
}

class ValueRedactor implements Redactor {
  readonly #values = new Set<string>()
  readonly #patterns: Pattern[] = []
  #matcher: PatternMatcher | undefined

  add(value: Secret | string | Uint8Array): boolean {
    const bytes = value instanceof Secret ? value.revealBytes() : Buffer.from(value)
    if (bytes.length < minimumMaskedBytes) return false
    const key = bytes.toString('latin1')
    if (this.#values.has(key)) return true
    if (this.#values.size >= maximumValues) throw new RangeError(`a redactor masks at most ${maximumValues} values`)
    this.#values.add(key)
    this.#patterns.push(...encodingsOf(bytes))
    this.#matcher = undefined
    return true
  }

  text(text: string): string {
    if (this.#patterns.length === 0) return text
    const stream = this.stream()
    return Buffer.concat([stream.push(Buffer.from(text)), stream.end()]).toString('utf8')
  }

  stream(): RedactionStream {
    return new MaskingStream(() => this.#current())
  }

  transform(): Transform {
    const stream = this.stream()
    return new Transform({
      transform: (chunk, _encoding, done) => done(null, stream.push(chunk)),
      flush: (done) => done(null, stream.end()),
    })
  }

  /** Built on demand, so that adding a hundred values builds once. */
  #current(): PatternMatcher {
    this.#matcher ??= createPatternMatcher(this.#patterns)
    return this.#matcher
  }
}

interface Span {
  start: number
  end: number
  /** The mark was already written; the rest of the span is only dropped. */
  isMarked: boolean
}

class MaskingStream implements RedactionStream {
  readonly #current: () => PatternMatcher
  #matcher: PatternMatcher | undefined
  #state = startState
  /** Bytes that were read but not passed on: at most the longest pattern and one character. */
  #held = Buffer.alloc(0)
  /** Spans within `#held` to redact, in order, without overlap; the last may extend beyond the end. */
  #spans: Span[] = []

  constructor(current: () => PatternMatcher) {
    this.#current = current
  }

  push(chunk: Uint8Array): Buffer {
    const matcher = this.#current()
    const isNew = matcher !== this.#matcher
    if (isNew) this.#forgetMatches()
    const from = isNew ? 0 : this.#held.length
    this.#matcher = matcher
    this.#held = this.#held.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#held, chunk])
    this.#scan(matcher, from)
    return this.#release(this.#settled(matcher))
  }

  end(): Buffer {
    const rest = this.#release(this.#held.length)
    this.#spans = []
    this.#state = startState
    return rest
  }

  get isSettled(): boolean {
    return this.#held.length === 0 && this.#spans.length === 0
  }

  /** Scans the held bytes again for a new set of values; everything that could still match is held. */
  #forgetMatches(): void {
    this.#state = startState
    this.#spans = this.#spans.filter((span) => span.isMarked)
  }

  #scan(matcher: PatternMatcher, from: number): void {
    const held = this.#held
    let state = this.#state
    for (let at = from; at < held.length; at += 1) {
      state = matcher.next(state, held[at] ?? 0)
      const back = matcher.reachBack(state)
      if (back > 0) this.#mask(Math.max(0, at + 1 - back), at + 1 + matcher.reachForward(state))
    }
    this.#state = state
  }

  /** Matches are found by where they end, so only the last spans can overlap the new one. */
  #mask(start: number, end: number): void {
    const span = { start, end, isMarked: false }
    for (let last = this.#spans.at(-1); last !== undefined && last.end > span.start; last = this.#spans.at(-1)) {
      span.start = Math.min(last.start, span.start)
      span.end = Math.max(last.end, span.end)
      span.isMarked ||= last.isMarked
      this.#spans.pop()
    }
    this.#spans.push(span)
  }

  /** Number of bytes in `#held` that no later byte can change. */
  #settled(matcher: PatternMatcher): number {
    const candidate = this.#held.length - matcher.depth(this.#state)
    // One more, because a base64 value that begins here would also redact the character before it.
    return candidate > 0 && isBase64(this.#held[candidate - 1] ?? 0) ? candidate - 1 : candidate
  }

  #release(settled: number): Buffer {
    const parts: Buffer[] = []
    const left: Span[] = []
    let at = 0
    for (const span of this.#spans) {
      if (span.start < settled) {
        parts.push(this.#held.subarray(at, span.start))
        if (!span.isMarked) parts.push(mark)
        at = Math.min(span.end, settled)
      }
      if (span.end > settled)
        left.push({
          start: Math.max(span.start - settled, 0),
          end: span.end - settled,
          isMarked: span.isMarked || span.start < settled,
        })
    }
    parts.push(this.#held.subarray(at, settled))
    this.#held = Buffer.from(this.#held.subarray(settled))
    this.#spans = left
    return Buffer.concat(parts)
  }
}

const mark = Buffer.from(secretMark)

function isBase64(byte: number): boolean {
  const isLetter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
  return isLetter || (byte >= 48 && byte <= 57) || byte === 43 || byte === 47 || byte === 45 || byte === 95
}
