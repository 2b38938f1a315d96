/**
 * Parses a Dockerfile into instructions with lines, and stages. A small parser of our own: it evaluates nothing and
 * runs in linear time.
 */

export interface Instruction {
  /** Upper case. */
  readonly name: string
  /** The text after the name, with continued lines joined. */
  readonly text: string
  readonly line: number
}

export interface DockerStage {
  /** Lower case; null without a name. */
  readonly name: string | null
  /** Includes the defaults of arguments. */
  readonly from: string
  readonly line: number
  readonly instructions: readonly Instruction[]
}

export interface ReadDockerfile {
  /** Value of `# syntax=`. */
  readonly syntax: { value: string; line: number } | null
  /** Arguments before the first stage. */
  readonly args: readonly Instruction[]
  readonly stages: readonly DockerStage[]
}

const maxLines = 5_000
const maxStages = 100

export function readDockerfile(text: string): ReadDockerfile {
  const lines = text.replace(/^\uFEFF/, '').split('\n', maxLines)
  const { syntax, continuation } = readDirectives(lines)
  const instructions = readInstructions(lines, continuation)
  const first = instructions.findIndex(({ name }) => name === 'FROM')
  const args = instructions.slice(0, first === -1 ? 0 : first).filter(({ name }) => name === 'ARG')
  const defaults = new Map(args.flatMap(({ text: pairsText }) => readPairs(pairsText)))
  const stages: (DockerStage & { instructions: Instruction[] })[] = []
  for (const instruction of first === -1 ? [] : instructions.slice(first)) {
    if (instruction.name === 'FROM') {
      if (stages.length < maxStages) stages.push(toStage(instruction, defaults))
    } else stages.at(-1)?.instructions.push(instruction)
  }
  return { syntax, args, stages }
}

function readDirectives(lines: readonly string[]) {
  let syntax: ReadDockerfile['syntax'] = null
  let continuation = '\\'
  for (const [index, line] of lines.entries()) {
    const directive = /^#\s*([a-zA-Z]+)\s*=\s*(\S+)/.exec(line.slice(0, 500))
    if (directive === null) break
    const value = directive[2] ?? ''
    if (directive[1]?.toLowerCase() === 'syntax') syntax = { value, line: index + 1 }
    if (directive[1]?.toLowerCase() === 'escape' && value === '`') continuation = '`'
  }
  return { syntax, continuation }
}

function readInstructions(lines: readonly string[], continuation: string): Instruction[] {
  const found: Instruction[] = []
  let index = 0
  while (index < lines.length) {
    const start = index
    const parts: string[] = []
    let isOpen = true
    while (isOpen && index < lines.length) {
      const line = (lines[index] ?? '').trim()
      index += 1
      if (line.startsWith('#') || (line === '' && parts.length > 0)) continue
      isOpen = line.endsWith(continuation)
      parts.push(isOpen ? line.slice(0, -1) : line)
    }
    const whole = parts.join(' ').trim()
    const word = /^[A-Za-z]+/.exec(whole)?.[0]
    if (word === undefined) continue
    const text = whole.slice(word.length).trim()
    found.push({ name: word.toUpperCase(), text, line: start + 1 + leadingComments(lines, start) })
    index = skipHeredocs(lines, index, text)
  }
  return found
}

/** Comments before the first instruction belong to none. */
function leadingComments(lines: readonly string[], start: number): number {
  let count = 0
  while (/^\s*#/.test(lines[start + count] ?? '')) count += 1
  return count
}

function skipHeredocs(lines: readonly string[], from: number, text: string): number {
  let index = from
  for (const match of text.slice(0, 4_000).matchAll(/(?:^|\s)<<-?["']?(\w+)["']?/g)) {
    const end = lines.findIndex((line, at) => at >= index && line.trim() === match[1])
    if (end === -1) return index
    index = end + 1
  }
  return index
}

function toStage(
  instruction: Instruction,
  defaults: ReadonlyMap<string, string>,
): DockerStage & { instructions: Instruction[] } {
  const tokens = instruction.text.split(/\s+/).filter((word) => !word.startsWith('--'))
  const from = substitute(tokens[0] ?? '', defaults)
  const name = tokens[1]?.toLowerCase() === 'as' ? (tokens[2]?.toLowerCase() ?? null) : null
  return { name, from, line: instruction.line, instructions: [] }
}

/** Parses `KEY=value KEY2="two words"`, and the legacy form `KEY value`. */
export function readPairs(text: string): [key: string, value: string][] {
  const found: [string, string][] = []
  for (const match of text.slice(0, 8_000).matchAll(/(?:^|\s)([A-Za-z_]\w*)(?:=("[^"]*"|'[^']*'|\S*))?/g)) {
    const value = match[2]
    if (value === undefined) {
      // `ENV KEY two words`: everything after the key is the value.
      if (found.length === 0 && match.index === 0 && text.length > (match[1]?.length ?? 0))
        return [[match[1] ?? '', text.slice(match[1]?.length).trim()]]
      continue
    }
    found.push([match[1] ?? '', /^["']/.test(value) ? value.slice(1, -1) : value])
  }
  return found
}

/** Replaces `$NAME`, `${NAME}`, and `${NAME:-default}` with known values; unknown ones remain. */
export function substitute(text: string, values: ReadonlyMap<string, string>): string {
  return text.slice(0, 2_000).replaceAll(/\$(?:\{(\w+)(?::?-([^}$]*))?\}|(\w+))/g, (whole, braced, fallback, plain) => {
    return values.get(String(braced ?? plain)) ?? (fallback === undefined ? String(whole) : String(fallback))
  })
}
