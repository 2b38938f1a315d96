/**
 * Splits the script of an example into its simple commands, each an argument list. Just enough of a shell to see what
 * is called with what: quotes, continued lines, comments, pipes, `$(…)`, here-documents. Variables stay unexpanded.
 */
export interface ShellCommand {
  args: string[]
  /** Number of lines before it. */
  line: number
}

const separators = new Set(['\n', ';', '|', '&', '(', ')'])

export function readCommands(script: string, firstLine = 0): ShellCommand[] {
  return new Reader(script, firstLine).read()
}

class Reader {
  readonly #text: string
  #at = 0
  #line: number
  #words: string[] = []
  #word: string | undefined
  /** The next argument is the file of a redirection. */
  #isFile = false
  #startedAt: number
  readonly #found: ShellCommand[] = []

  constructor(text: string, line: number) {
    this.#text = text
    this.#line = line
    this.#startedAt = line
  }

  read(): ShellCommand[] {
    while (this.#at < this.#text.length) this.#step(this.#take())
    this.#endCommand()
    return this.#found
  }

  #step(letter: string): void {
    if (letter === '\\') this.#escape()
    else if (letter === "'") this.#append(this.#until("'"))
    else if (letter === '"') this.#quoted()
    else if (letter === '$' && this.#text.charAt(this.#at) === '(') this.#nested()
    else if (letter === '#' && this.#word === undefined) this.#comment()
    else if (letter === '<' && this.#text.startsWith('<', this.#at)) this.#hereDocument()
    else if (letter === '<' || letter === '>') this.#redirect()
    else if (separators.has(letter)) this.#endCommand()
    else if (letter === ' ' || letter === '\t') this.#endWord()
    else this.#append(letter)
  }

  #take(): string {
    const letter = this.#text.charAt(this.#at)
    this.#at += 1
    if (letter === '\n') this.#line += 1
    return letter
  }

  #append(text: string): void {
    if (this.#words.length === 0 && this.#word === undefined) this.#startedAt = this.#line
    this.#word = (this.#word ?? '') + text
  }

  #escape(): void {
    const next = this.#take()
    if (next !== '\n') this.#append(next)
  }

  #until(mark: string): string {
    const begin = this.#at
    while (this.#at < this.#text.length) if (this.#take() === mark) return this.#text.slice(begin, this.#at - 1)
    throw new Error(`a ${mark} is never closed`)
  }

  #quoted(): void {
    this.#append('')
    for (;;) {
      if (this.#at >= this.#text.length) throw new Error('a " is never closed')
      const letter = this.#take()
      if (letter === '"') return
      if (letter === '\\') this.#append(this.#take())
      else if (letter === '$' && this.#text.charAt(this.#at) === '(') this.#nested()
      else this.#append(letter)
    }
  }

  /** `$(…)` is a separate script; here it is an unknown value. */
  #nested(): void {
    const begin = this.#at + 1
    const line = this.#line
    let depth = 0
    do {
      if (this.#at >= this.#text.length) throw new Error('a $( is never closed')
      const letter = this.#take()
      if (letter === '(') depth += 1
      else if (letter === ')') depth -= 1
      else if (letter === "'") this.#until("'")
    } while (depth > 0)
    this.#found.push(...readCommands(this.#text.slice(begin, this.#at - 1), line))
    this.#append('$()')
  }

  #comment(): void {
    while (this.#at < this.#text.length && this.#text.charAt(this.#at) !== '\n') this.#at += 1
  }

  #hereDocument(): void {
    this.#endWord()
    const [whole = '', name = ''] = /^<-?\s*['"]?(\w+)['"]?/.exec(this.#text.slice(this.#at)) ?? []
    this.#at += whole.length
    const rest = this.#text.slice(this.#at)
    const end = rest.search(new RegExp(`^\\s*${name}$`, 'm'))
    if (name === '' || end === -1) throw new Error('a here-document never ends')
    const skipped = rest.slice(0, end + name.length)
    this.#line += skipped.split('\n').length - 1
    this.#at += skipped.length
  }

  #redirect(): void {
    // A file descriptor isn't an argument.
    if (/^\d$/.test(this.#word ?? '')) this.#word = undefined
    this.#endWord()
    this.#isFile = true
  }

  #endWord(): void {
    if (this.#word === undefined) return
    if (!this.#isFile) this.#words.push(this.#word)
    this.#isFile = false
    this.#word = undefined
  }

  #endCommand(): void {
    this.#endWord()
    this.#isFile = false
    if (this.#words.length > 0) this.#found.push({ args: this.#words, line: this.#startedAt })
    this.#words = []
  }
}
