/**
 * Lexes SQL in chunks of any size. It follows the lexer of the engine's own client, because a command could hide in any
 * difference between the two; the sandbox covers differences that we don't know of.
 */
import type { SqlDialect } from './sql-dialect.policy.ts'

export interface LexerSink {
  /** A token begins a statement if none is open. */
  word(from: number, to: number): void
  mark(byte: number, at: number): void
  quoted(quote: number, from: number, to: number): void
  /** `to` is after the terminator. Returns true if lines of data follow. */
  statementEnds(to: number): boolean
  /** Handles a backslash outside quotes; returns the position to continue from, or -1 if more input is needed. */
  backslash(at: number, isLast: boolean): number
  /** Handles the first word of a statement; returns like `backslash`, or null to continue. */
  firstWord(from: number, to: number, isLast: boolean): number | null
  /** Called for text where the line should end before data begin. */
  notData(at: number): never
  /** Reports text that the client must not see. */
  blank(from: number, to: number): void
}

type Mode = 'plain' | 'word' | 'line' | 'block' | 'quoted' | 'dollar' | 'data-begins' | 'data'

const more = -1
const longestTag = 66
const longestWord = 300
const sandboxMark = '/*M!999999\\-'
const [newline, carriageReturn, quote, doubleQuote, backtick, backslash] = [10, 13, 39, 34, 96, 92]
const [dash, slash, star, hash, dollar, bracketOpen, bracketClose] = [45, 47, 42, 35, 36, 40, 41]

const isWordByte = new Uint8Array(256)
for (let byte = 0; byte < 256; byte += 1)
  if (byte >= 128 || byte === dollar || /\w/.test(String.fromCharCode(byte))) isWordByte[byte] = 1
const isSpace = new Uint8Array(256)
for (const byte of [9, 10, 11, 12, 13, 32]) isSpace[byte] = 1

export class SqlLexer {
  readonly #dialect: SqlDialect
  readonly #sink: LexerSink
  #window: Buffer = Buffer.alloc(0)
  #isLast = false
  #mode: Mode = 'plain'
  #quote = 0
  #hasEscapes = false
  #quotedFrom = 0
  #tag: Buffer = Buffer.alloc(0)
  #commentDepth = 0
  #isRunComment = false
  #brackets = 0
  #delimiter: Buffer = Buffer.from(';')
  #isLineStart = false
  /** End of the last word, to distinguish E'…' from e '…'. */
  #wordEnd = -1
  #wordFrom = -1

  constructor(dialect: SqlDialect, sink: LexerSink) {
    this.#dialect = dialect
    this.#sink = sink
  }

  set delimiter(text: string) {
    this.#delimiter = Buffer.from(text)
  }

  /** Whether a string, comment or block is still open. */
  get isInside(): boolean {
    return !['plain', 'line', 'word'].includes(this.#mode) || this.#isRunComment || this.#brackets > 0
  }

  /** Positions refer to the window; moves them by what was removed from its front. */
  shift(bytes: number): void {
    this.#quotedFrom -= bytes
    this.#wordEnd -= bytes
    this.#wordFrom -= bytes
  }

  /** Returns how far it got; the rest needs more input. */
  read(window: Buffer, from: number, isLast: boolean): number {
    this.#window = window
    this.#isLast = isLast
    let at = from
    while (at < window.length) {
      const next = this.#step(at)
      if (next === more) return at
      at = next
    }
    return at
  }

  #step(at: number): number {
    if (this.#mode === 'plain') return this.#plain(at)
    if (this.#mode === 'word') return this.#longWord(at)
    if (this.#mode === 'line') return this.#line(at)
    if (this.#mode === 'block') return this.#block(at)
    if (this.#mode === 'quoted') return this.#inQuotes(at)
    if (this.#mode === 'dollar') return this.#inDollars(at)
    if (this.#mode === 'data-begins') return this.#dataBegins(at)
    return this.#data(at)
  }

  /** Reads one token, or everything up to it. */
  #plain(start: number): number {
    const window = this.#window
    let at = start
    while (at < window.length && isSpace[window[at] ?? 0] === 1) at += 1
    if (at > start) return at
    const byte = window[at] ?? 0
    if (byte === this.#delimiter[0] && this.#brackets === 0) {
      const end = this.#matches(at, this.#delimiter)
      if (end === more) return more
      if (end !== null) return this.#end(end)
    }
    if (byte === dollar && this.#dialect.dollarQuotes) return this.#dollarQuote(at)
    if (isWordByte[byte] === 1) return this.#word(at)
    return this.#special(byte, at)
  }

  #special(byte: number, at: number): number {
    const { backtickNames, hashComments } = this.#dialect
    if (byte === quote || byte === doubleQuote || (byte === backtick && backtickNames)) return this.#openQuote(byte, at)
    if (byte === backslash) return this.#sink.backslash(at, this.#isLast)
    if (byte === hash && hashComments) return this.#enter('line', at + 1)
    if (byte === dash) return this.#dashes(at)
    if (byte === slash) return this.#slash(at)
    if (byte === star && this.#isRunComment) return this.#endOfRunComment(at)
    if (this.#dialect.countsBrackets && byte === bracketOpen) this.#brackets += 1
    if (this.#dialect.countsBrackets && byte === bracketClose && this.#brackets > 0) this.#brackets -= 1
    this.#sink.mark(byte, at)
    return at + 1
  }

  #enter(mode: Mode, at: number): number {
    this.#mode = mode
    return at
  }

  #end(end: number): number {
    const takesData = this.#sink.statementEnds(end)
    return takesData ? this.#enter('data-begins', end) : end
  }

  /** Returns where the match ends, or null if it doesn't match. */
  #matches(at: number, text: Buffer): number | null {
    const end = at + text.length
    if (end > this.#window.length && !this.#isLast) return more
    return this.#window.subarray(at, end).equals(text) ? end : null
  }

  #word(from: number): number {
    const window = this.#window
    let to = from + 1
    while (to < window.length && isWordByte[window[to] ?? 0] === 1) to += 1
    if (to === window.length && !this.#isLast) {
      // A hexadecimal number can be as long as the file.
      if (to - from <= longestWord) return more
      this.#sink.word(from, from + longestWord)
      return this.#enter('word', to)
    }
    const handled = this.#sink.firstWord(from, to, this.#isLast)
    if (handled !== null) return handled
    this.#sink.word(from, to)
    this.#wordFrom = from
    this.#wordEnd = to
    return to
  }

  #longWord(from: number): number {
    let to = from
    while (to < this.#window.length && isWordByte[this.#window[to] ?? 0] === 1) to += 1
    if (to < this.#window.length) this.#mode = 'plain'
    return to
  }

  #openQuote(byte: number, at: number): number {
    const { backslashEscapes } = this.#dialect
    const isAfterE =
      this.#wordEnd === at && at - this.#wordFrom === 1 && ((this.#window[this.#wordFrom] ?? 0) | 32) === 101
    this.#hasEscapes = byte !== backtick && (backslashEscapes || (byte === quote && isAfterE))
    this.#quote = byte
    this.#quotedFrom = at
    return this.#enter('quoted', at + 1)
  }

  #inQuotes(from: number): number {
    const window = this.#window
    let at = from
    let end = window.indexOf(this.#quote, at)
    let escapeAt = this.#hasEscapes ? window.indexOf(backslash, at) : -1
    while (escapeAt !== -1 && (end === -1 || escapeAt < end)) {
      if (escapeAt + 1 === window.length) return this.#isLast ? window.length : this.#upTo(escapeAt, from)
      at = escapeAt + 2
      // Search again only after passing the last result, so that text full of escapes takes linear time.
      if (end !== -1 && end < at) end = window.indexOf(this.#quote, at)
      escapeAt = window.indexOf(backslash, at)
    }
    if (end === -1) return window.length
    if (end + 1 === window.length && !this.#isLast) return this.#upTo(end, from)
    if (window[end + 1] === this.#quote) return end + 2
    this.#sink.quoted(this.#quote, this.#quotedFrom, end + 1)
    return this.#enter('plain', end + 1)
  }

  #upTo(end: number, from: number): number {
    return end > from ? end : more
  }

  #dollarQuote(at: number): number {
    const window = this.#window
    let to = at + 1
    while (to < window.length && to - at <= longestTag && isWordByte[window[to] ?? 0] === 1 && window[to] !== dollar)
      to += 1
    if (to === window.length && !this.#isLast) return more
    const first = window[at + 1] ?? 0
    const isTag = window[to] === dollar && to - at < longestTag && !(first >= 48 && first <= 57)
    if (!isTag) {
      this.#sink.mark(dollar, at)
      return at + 1
    }
    this.#tag = Buffer.from(window.subarray(at, to + 1))
    this.#quotedFrom = at
    return this.#enter('dollar', to + 1)
  }

  #inDollars(from: number): number {
    const window = this.#window
    const found = window.indexOf(this.#tag, from)
    if (found === -1) {
      const safe = this.#isLast ? window.length : window.length - this.#tag.length + 1
      return safe > from ? safe : more
    }
    const end = found + this.#tag.length
    this.#sink.quoted(dollar, this.#quotedFrom, end)
    return this.#enter('plain', end)
  }

  #dashes(at: number): number {
    if (at + 3 > this.#window.length && !this.#isLast) return more
    const [second, third] = [this.#window[at + 1], this.#window[at + 2]]
    const isComment = second === dash && (!this.#dialect.dashesNeedSpace || third === undefined || third <= 32)
    if (isComment) return this.#enter('line', at + 2)
    this.#sink.mark(dash, at)
    return at + 1
  }

  #line(from: number): number {
    const end = this.#window.indexOf(newline, from)
    if (end === -1) return this.#window.length
    return this.#enter('plain', end)
  }

  #slash(at: number): number {
    if (at + sandboxMark.length > this.#window.length && !this.#isLast) return more
    const start = this.#window.toString('latin1', at, at + sandboxMark.length)
    if (!start.startsWith('/*')) {
      this.#sink.mark(slash, at)
      return at + 1
    }
    if (this.#dialect.runsComments && start.startsWith(sandboxMark)) return this.#sandboxLine(at)
    const opening = /^\/\*M?!/.exec(start)?.[0]
    if (this.#dialect.runsComments && opening !== undefined && !this.#isRunComment) {
      this.#isRunComment = true
      // The text before the first word of such a comment is its version.
      return this.#afterVersion(at + opening.length)
    }
    this.#commentDepth = 1
    return this.#enter('block', at + 2)
  }

  /** Directive that newer clients understand and older ones don't; ours gets the restriction in another way. */
  #sandboxLine(at: number): number {
    const end = this.#window.indexOf('*/', at)
    if (end === -1) return this.#isLast ? this.#window.length : more
    this.#sink.blank(at, end + 2)
    return end + 2
  }

  #afterVersion(at: number): number {
    let to = at
    while (to < this.#window.length && to - at < 6 && (this.#window[to] ?? 0) >= 48 && (this.#window[to] ?? 0) <= 57)
      to += 1
    return to
  }

  #endOfRunComment(at: number): number {
    if (at + 2 > this.#window.length && !this.#isLast) return more
    if (this.#window[at + 1] !== slash) {
      this.#sink.mark(star, at)
      return at + 1
    }
    this.#isRunComment = false
    return at + 2
  }

  #block(from: number): number {
    const window = this.#window
    const end = window.indexOf('*/', from)
    const opened = this.#dialect.commentsNest ? window.indexOf('/*', from) : -1
    if (opened !== -1 && (end === -1 || opened < end)) {
      this.#commentDepth += 1
      return opened + 2
    }
    if (end === -1) {
      const safe = this.#isLast ? window.length : window.length - 1
      return safe > from ? safe : more
    }
    this.#commentDepth -= 1
    return this.#commentDepth === 0 ? this.#enter('plain', end + 2) : end + 2
  }

  /** Only whitespace may follow on the line, because client versions differ in how they treat anything else. */
  #dataBegins(from: number): number {
    const window = this.#window
    let at = from
    while (at < window.length && window[at] !== newline && isSpace[window[at] ?? 0] === 1) at += 1
    if (at === window.length) return at
    if (window[at] !== newline) return this.#sink.notData(at)
    this.#isLineStart = true
    return this.#enter('data', at + 1)
  }

  #data(from: number): number {
    const window = this.#window
    if (this.#isLineStart) {
      const end = this.#endOfData(from)
      if (end === more) return more
      this.#isLineStart = false
      if (end !== null) return this.#enter('plain', end)
    }
    const found = window.indexOf('\n\\.', from)
    if (found === -1) {
      const safe = this.#isLast ? window.length : window.length - 2
      return safe > from ? safe : more
    }
    this.#isLineStart = true
    return found + 1
  }

  /** Matches the end marker on its own line. Returns null if this line is data. */
  #endOfData(at: number): number | null {
    const window = this.#window
    if (window[at] !== backslash) return null
    if (at + 4 > window.length && !this.#isLast) return more
    if (window[at + 1] !== 46) return null
    const after = window[at + 2]
    if (after === newline || after === undefined) return at + 2
    if (after === carriageReturn && (window[at + 3] === newline || window[at + 3] === undefined)) return at + 3
    return null
  }
}
