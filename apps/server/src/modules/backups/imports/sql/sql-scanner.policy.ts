/**
 * Filters a file for the database client: it passes whole statements that were checked, replaces excluded ones line by
 * line (so that the client's own messages name the right line), and passes nothing after a refusal.
 */
import type { SqlDialect, Verdict } from './sql-dialect.policy.ts'
import { type LexerSink, SqlLexer } from './sql-lexer.policy.ts'
import { type SqlRefusal, SqlRefusedError } from './sql-refused-error.policy.ts'

export interface SqlScanLimits {
  readonly statements: number
  /** The client keeps a statement in memory until its end. Data of COPY don't count. */
  readonly statementBytes: number
}

export interface SqlCounts {
  readonly statements: number
  /** Number of skipped statements by kind. */
  readonly leftOut: Readonly<Record<string, number>>
}

/** Statements that are evaluated as a whole are short; a longer one is accepted or rejected by its beginning. */
const heldBytes = 64 << 10
const keptTokens = 60
const keptTokensOfLong = 8_000
const keptTextBytes = 300
const commandLineBytes = 200
const newline = 10
const definerOf =
  /DEFINER\s{0,9}=\s{0,9}(?:`[^`]{1,300}`|'[^']{1,300}'|"[^"]{1,300}"|\w{1,100}(?:\(\))?)(?:\s{0,9}@\s{0,9}(?:`[^`]{0,300}`|'[^']{0,300}'|"[^"]{0,300}"|[\w.%-]{1,300}))?/iy

export class SqlScanner implements LexerSink {
  readonly #dialect: SqlDialect
  readonly #limits: SqlScanLimits
  readonly #lexer: SqlLexer
  #window: Buffer = Buffer.alloc(0)
  #at = 0
  /** Position in the window up to which output was produced. */
  #sent = 0
  #output: Buffer[] = []
  #linesBefore = 1
  #statementAt = -1
  #statementBytes = 0
  #isReleased = false
  #tokens: string[] = []
  #tokenLimit = keptTokens
  #before = ''
  #definers: number[] = []
  #statements = 0
  readonly #leftOut: Record<string, number> = {}

  constructor(dialect: SqlDialect, limits: SqlScanLimits) {
    this.#dialect = dialect
    this.#limits = limits
    this.#lexer = new SqlLexer(dialect, this)
  }

  /** Returns the output that can be passed on, in order. */
  push(chunk: Uint8Array): Buffer[] {
    this.#cut()
    this.#window = this.#window.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#window, chunk])
    return this.#read(false)
  }

  end(): Buffer[] {
    this.#cut()
    const output = this.#read(true)
    if (this.#lexer.isInside)
      this.#refuse('ends_in_the_middle', this.#window.length, 'the file ends in the middle of a statement')
    if (this.#statementAt !== -1) this.statementEnds(this.#window.length)
    return [...output, ...this.#give(this.#window.length)]
  }

  counts(): SqlCounts {
    return { statements: this.#statements, leftOut: { ...this.#leftOut } }
  }

  #read(isLast: boolean): Buffer[] {
    const from = this.#at
    this.#at = this.#lexer.read(this.#window, from, isLast)
    if (this.#statementAt !== -1) this.#measure()
    const isHeld = this.#statementAt !== -1 && !this.#isReleased
    return this.#give(isHeld ? this.#statementAt : this.#at)
  }

  #measure(): void {
    if (!this.#isReleased && this.#window.length - this.#statementAt <= heldBytes) return
    if (!this.#isReleased) this.#release()
    this.#statementBytes += this.#at - this.#statementAt
    this.#statementAt = this.#at
    if (this.#statementBytes > this.#limits.statementBytes)
      this.#refuse('statement_too_large', this.#at, 'a statement above the size limit')
  }

  /** Evaluates a statement that is too long to hold by what is known of it now. */
  #release(): void {
    this.#takeDefinersOut()
    this.#obey(this.#dialect.judge(this.#tokens), this.#at, { isWhole: false })
    this.#isReleased = true
  }

  #give(to: number): Buffer[] {
    if (to > this.#sent) this.#output.push(this.#window.subarray(this.#sent, to))
    this.#sent = Math.max(this.#sent, to)
    return this.#output.splice(0)
  }

  /** Discards input that was read and passed on. */
  #cut(): void {
    const bytes = Math.min(this.#sent, this.#at)
    if (bytes === 0) return
    this.#linesBefore += countLines(this.#window, 0, bytes)
    this.#window = this.#window.subarray(bytes)
    this.#at -= bytes
    this.#sent -= bytes
    if (this.#statementAt !== -1) this.#statementAt -= bytes
    this.#definers = this.#definers.map((each) => each - bytes)
    this.#lexer.shift(bytes)
  }

  word(from: number, to: number): void {
    this.#begin(from)
    // A list of values can be long, so keep only tokens that could be SQL keywords.
    const isShortWord = to - from < 12 && (this.#window[from] ?? 0) > 57
    if (isShortWord || this.#tokens.length < this.#tokenLimit) this.#addWord(from, to)
    else this.#before = ''
  }

  #addWord(from: number, to: number): void {
    const text = this.#window.toString('latin1', from, Math.min(to, from + keptTextBytes)).toUpperCase()
    const what = this.#dialect.judgePair(this.#before, text)
    if (what !== null) this.#refuse('program_or_file', from, what)
    this.#before = text
    if (text === 'DEFINER' && !this.#isReleased) this.#definers.push(from)
    if (this.#tokens.length === 0)
      this.#tokenLimit = this.#dialect.longStatements.has(text) ? keptTokensOfLong : keptTokens
    if (this.#tokens.length < this.#tokenLimit) this.#tokens.push(text)
  }

  mark(byte: number, at: number): void {
    this.#begin(at)
    if (this.#tokens.length >= this.#tokenLimit && (byte !== 40 || this.#before === '')) {
      this.#before = ''
      return
    }
    const text = String.fromCharCode(byte)
    const what = byte === 40 ? this.#dialect.judgePair(this.#before, text) : null
    if (what !== null) this.#refuse('program_or_file', at, what)
    this.#before = text
    if (this.#tokens.length < this.#tokenLimit) this.#tokens.push(text)
  }

  quoted(quote: number, from: number, to: number): void {
    this.#begin(Math.max(from, 0))
    this.#before = ''
    if (this.#tokens.length >= this.#tokenLimit) return
    const kind = quote === 34 || quote === 96 ? '"' : "'"
    const isKept = from >= 0 && to - from <= keptTextBytes && quote !== 36
    this.#tokens.push(isKept ? kind + this.#window.toString('utf8', from + 1, to - 1) : kind)
  }

  firstWord(from: number, to: number, isLast: boolean): number | null {
    if (this.#statementAt !== -1 || !this.#dialect.hasDelimiterCommand || to - from !== 9) return null
    if (this.#window.toString('latin1', from, to).toUpperCase() !== 'DELIMITER') return null
    const end = this.#endOfLine(to)
    if (end === -1 && !isLast && this.#window.length - from < commandLineBytes) return -1
    const text = this.#window.toString('latin1', to, end === -1 ? this.#window.length : end).trim()
    if (!/^[;$|/@^~!%&+]{1,8}$/.test(text) || text.includes('/*'))
      this.#refuse('client_command', from, 'DELIMITER with something else than a few marks such as ;; or $$')
    this.#lexer.delimiter = text
    return end === -1 ? this.#window.length : end
  }

  backslash(at: number, isLast: boolean): number {
    const end = this.#endOfLine(at)
    if (end === -1 && !isLast && this.#window.length - at < commandLineBytes) return -1
    const line = this.#window.toString('latin1', at, end === -1 ? this.#window.length : end).slice(0, commandLineBytes)
    // pg_dump writes it so that its own output can't be used against psql; we set our own key for that.
    const isGuard = this.#dialect.name === 'postgres' && /^\\(?:un)?restrict [A-Za-z0-9]{1,100}\s{0,3}$/.test(line)
    if (!isGuard || this.#statementAt !== -1) {
      const [command = '\\'] = /^\\(?:[a-z_]{1,20}|.)?/i.exec(line) ?? []
      this.#refuse('client_command', at, `the command ${command} of the client`)
    }
    this.blank(at, end === -1 ? this.#window.length : end)
    return end === -1 ? this.#window.length : end
  }

  notData(at: number): never {
    return this.#refuse('client_command', at, 'text on the line of a COPY whose data follow')
  }

  statementEnds(to: number): boolean {
    if (this.#statementAt === -1) return false
    this.#statements += 1
    if (this.#statements > this.#limits.statements)
      this.#refuse('too_many_statements', to, `more than ${this.#limits.statements} statements`)
    this.#takeDefinersOut()
    const takesData = this.#obey(this.#dialect.judge(this.#tokens), to, { isWhole: true })
    this.#statementAt = -1
    this.#statementBytes = 0
    this.#isReleased = false
    this.#tokens = []
    this.#before = ''
    return takesData
  }

  blank(from: number, to: number): void {
    this.#output.push(...this.#give(from), Buffer.alloc(countLines(this.#window, from, to), newline))
    this.#sent = Math.max(this.#sent, to)
  }

  #obey(verdict: Verdict, to: number, { isWhole }: { isWhole: boolean }): boolean {
    if (verdict.do === 'refuse') return this.#refuse(verdict.refusal, this.#statementAt, verdict.what)
    if (verdict.do === 'leave-out' && !this.#isReleased) {
      if (!isWhole) return this.#refuse('statement_too_large', this.#statementAt, `${verdict.kind} of more than 64 KB`)
      this.#leftOut[verdict.kind] = (this.#leftOut[verdict.kind] ?? 0) + 1
      this.blank(this.#statementAt, to)
    }
    return verdict.do === 'take-data' && isWhole
  }

  /** Removes definers: the users who created a view or a routine elsewhere don't exist here. */
  #takeDefinersOut(): void {
    for (const at of this.#definers.splice(0)) {
      if (this.#dialect.name !== 'mariadb' || at < this.#sent) continue
      definerOf.lastIndex = 0
      const found = definerOf.exec(this.#window.toString('latin1', at, at + 1_000))?.[0]
      if (found !== undefined) this.#window.fill(' ', at, at + found.length)
    }
  }

  #begin(at: number): void {
    if (this.#statementAt === -1) this.#statementAt = at
  }

  #endOfLine(from: number): number {
    return this.#window.indexOf(newline, from)
  }

  #refuse(refusal: SqlRefusal, at: number, what: string): never {
    const line = this.#linesBefore + countLines(this.#window, 0, Math.max(0, at))
    throw new SqlRefusedError(refusal, { line, what })
  }
}

function countLines(bytes: Buffer, from: number, to: number): number {
  let lines = 0
  for (let at = bytes.indexOf(newline, from); at !== -1 && at < to; at = bytes.indexOf(newline, at + 1)) lines += 1
  return lines
}
