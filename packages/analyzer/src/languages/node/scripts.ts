/** Resolves what a script of package.json really runs: follows `npm run x` and removes wrappers and assignments. */
import type { Manifest } from './manifest.ts'

export interface Step {
  /** The program and its arguments. */
  readonly args: readonly string[]
  /** Assignments before the program. */
  readonly env: ReadonlyMap<string, string>
  /** The script that contains it. */
  readonly script: string
  /** Scripts that led to it, the outermost first. */
  readonly followed: readonly string[]
  /** The original text. */
  readonly text: string
}

const maxFollowed = 5

/** Returns the steps of a script in order; null if it does several things at once or needs a shell. */
export function stepsOf(manifest: Manifest, script: string, followed = 0): readonly Step[] | null {
  const text = manifest.scripts.get(script)
  if (text === undefined || text.length > 2_000) return null
  const steps: Step[] = []
  for (const part of text.split(/&&|;/)) {
    const step = readStep(part, script)
    if (step === null) return null
    if (step.args.length === 0) continue
    const next = scriptOf(manifest, step)
    if (next === null) steps.push(step)
    else {
      const inner = followed < maxFollowed && next !== script ? stepsOf(manifest, next, followed + 1) : null
      if (inner === null) return null
      for (const one of inner)
        steps.push({ ...one, env: new Map([...step.env, ...one.env]), followed: [next, ...one.followed] })
    }
  }
  return steps
}

/** Null for pipes, background jobs, and other shell syntax. */
export function readStep(text: string, script: string): Step | null {
  const args = wordsOf(text)
  if (args === null) return null
  const env = new Map<string, string>()
  let rest = args
  for (let word = rest[0]; word !== undefined; word = rest[0]) {
    const assigned = /^([A-Z_a-z]\w{0,80})=(.{0,500})$/s.exec(word)
    if (assigned?.[1] !== undefined) env.set(assigned[1], assigned[2] ?? '')
    else if (!isWrapper(rest)) break
    rest = withoutWrapper(rest, assigned !== null)
  }
  return { args: rest, env, script, followed: [], text: text.trim() }
}

function wordsOf(text: string): string[] | null {
  const args: string[] = []
  let word: string | null = null
  let quote = ''
  for (const char of text.trim()) {
    if (quote === char) quote = ''
    else if (quote === '' && (char === '"' || char === "'")) {
      quote = char
      word ??= ''
    } else if (quote === '' && /\s/.test(char)) {
      if (word !== null) args.push(word)
      word = null
    } else if (quote === '' && /[|&<>()`]/.test(char)) return null
    else word = (word ?? '') + char
  }
  return word === null ? args : [...args, word]
}

const wrappers = new Set(['cross-env', 'cross-env-shell', 'env', 'npx', 'exec', 'dotenv', 'env-cmd', 'dotenvx', 'bunx'])

function isWrapper(args: readonly string[]): boolean {
  const [first = '', second = ''] = args
  return wrappers.has(first) || (/^(?:pnpm|yarn|npm|bun)$/.test(first) && /^(?:exec|dlx|x)$/.test(second))
}

function withoutWrapper(args: readonly string[], isAssignment: boolean): string[] {
  const [first = ''] = args
  if (isAssignment) return args.slice(1)
  if (/^(?:pnpm|yarn|npm|bun)$/.test(first)) return args.slice(2).filter((word, index) => index > 0 || word !== '--')
  const end = args.indexOf('--')
  if (/^(?:dotenv|env-cmd|dotenvx)$/.test(first)) return end === -1 ? [] : args.slice(end + 1)
  return args.slice(1).filter((word, index) => index > 0 || !/^(?:--|--yes|-y|--no-install)$/.test(word))
}

/** The script that a step calls; null if it calls a program. */
function scriptOf(manifest: Manifest, step: Step): string | null {
  const [program = '', first = '', second = ''] = step.args
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program)) return null
  if (first === 'run' || first === 'run-script') {
    const name = step.args.slice(2).find((word) => !word.startsWith('-'))
    return name !== undefined && manifest.scripts.has(name) ? name : null
  }
  if (first === 'start' || (first === '-s' && second === 'start')) return manifest.scripts.has('start') ? 'start' : null
  return program !== 'npm' && manifest.scripts.has(first) && !isBuiltIn(first) ? first : null
}

function isBuiltIn(word: string): boolean {
  return /^(?:install|add|remove|build|x|create|publish|test|ci)$/.test(word) && word !== 'build'
}

export function textOf(step: Pick<Step, 'args'>): string {
  return step.args
    .map((word) => (/^[\w./@:+=,%~^-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ')
}

/** Returns the value of `-p 4000`, `--port 4000`, or `--port=4000`. */
export function flagOf(step: Step, ...names: string[]): string | null {
  for (const [index, word] of step.args.entries()) {
    for (const name of names) {
      if (word === name) return step.args[index + 1] ?? null
      if (word.startsWith(`${name}=`)) return word.slice(name.length + 1)
    }
  }
  return null
}
