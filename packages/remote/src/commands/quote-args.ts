/**
 * The only place where arguments become shell text. `ssh` passes one string to the server, which the login shell there
 * splits again. Quoted like this, every argument arrives unchanged in POSIX shells, zsh, and fish.
 */
const plainWord = /^[A-Za-z0-9_/.:,@%+-]+$/
/** Linux accepts 128 KiB per argument, and the whole text is one argument. Longer content belongs on stdin. */
const maxTextBytes = 120_000

export function quoteArgs(args: readonly string[]): string {
  const text = args.map(quoteWord).join(' ')
  if (Buffer.byteLength(text) > maxTextBytes) throw new RangeError('the words are too long for a command')
  return text
}

function quoteWord(word: string): string {
  if (word.includes('\0')) throw new TypeError('a word of a command cannot hold a NUL')
  if (!word.isWellFormed()) throw new TypeError('a word of a command must be well-formed Unicode')
  if (plainWord.test(word)) return word
  // fish interprets backslashes inside '…', so quotes and backslashes go into "…", where all shells agree on both.
  const parts = word.split(/([\\']+)/).map((part, index) => (index % 2 === 0 ? single(part) : double(part)))
  return parts.join('') || "''"
}

function single(part: string): string {
  return part === '' ? '' : `'${part}'`
}

function double(part: string): string {
  return `"${part.replaceAll('\\', '\\\\')}"`
}
