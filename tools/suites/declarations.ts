/**
 * Reads the declarations in the opening comment of a suite or bench, so that `bin/suite --list`, `bin/ci`, and the check of
 * arguments needn't start it:
 *
 *   @tier gate | all | manual     gate: part of `bin/ci`; all: added by `bin/ci --all`; manual: run by hand only
 *   @budget 90                    seconds that the quick form takes on two cores; the hang guard follows from it
 *   @gate 40 story cancel         the gate runs only these topics, which takes this many seconds
 *   @alone                        measures time or needs the whole machine: nothing else runs at the same time
 *   @topics story cancel          arguments that select a part
 *   @options --seed=N --fresh     N: a number; any other word: text; without `=`: a flag
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../source-files.ts'

export type Kind = 'suite' | 'bench'
export type Tier = 'gate' | 'all' | 'manual'

export interface Declaration {
  readonly kind: Kind
  readonly name: string
  readonly file: string
  readonly title: string
  readonly tier: Tier
  readonly budgetSeconds: number
  /** Empty if the gate runs the quick form. */
  readonly gateArgs: readonly string[]
  readonly gateSeconds: number
  readonly isAlone: boolean
  readonly topics: readonly string[]
  readonly options: readonly DeclaredOption[]
}

export interface DeclaredOption {
  readonly name: string
  readonly takes: 'number' | 'text' | 'nothing'
}

const folders: Record<Kind, string> = { suite: 'e2e/suites', bench: 'bench' }
const knownTags = new Set(['tier', 'budget', 'gate', 'alone', 'topics', 'options'])
const everywhere: DeclaredOption[] = [{ name: 'quick', takes: 'nothing' }]

export async function readDeclarations(kind: Kind): Promise<Declaration[]> {
  const suffix = `.${kind}.ts`
  const names = (await readdir(join(root, folders[kind]))).filter((file) => file.endsWith(suffix)).sort()
  return await Promise.all(
    names.map(async (file) => {
      const path = join(folders[kind], file)
      return parseDeclaration(
        { kind, name: file.slice(0, -suffix.length), path },
        await readFile(join(root, path), 'utf8'),
      )
    }),
  )
}

export function parseDeclaration(
  { kind, name, path }: { kind: Kind; name: string; path: string },
  source: string,
): Declaration {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source) ?? []
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trim())
  const tags = new Map<string, string>()
  for (const line of lines) {
    const [, tag, rest = ''] = /^@(\w+)\s*(.*)$/.exec(line) ?? []
    if (tag === undefined) continue
    if (!knownTags.has(tag)) throw new Error(`${path}: unknown tag @${tag}`)
    tags.set(tag, tags.has(tag) ? `${tags.get(tag)} ${rest}` : rest)
  }
  const valuesOf = (tag: string) => (tags.get(tag) ?? '').split(/\s+/).filter((word) => word !== '')
  const tier = tags.get('tier')
  if (tier !== 'gate' && tier !== 'all' && tier !== 'manual') throw new Error(`${path} declares no @tier`)
  const budgetSeconds = Number(tags.get('budget'))
  if (!(budgetSeconds > 0)) throw new Error(`${path} declares no @budget`)
  const [gateSeconds = String(budgetSeconds), ...gateArgs] = valuesOf('gate')
  if (!(Number(gateSeconds) > 0)) throw new Error(`${path}: @gate begins with its seconds`)
  return {
    kind,
    name,
    file: path,
    title: firstSentence(lines),
    tier,
    budgetSeconds,
    gateArgs,
    gateSeconds: Number(gateSeconds),
    isAlone: tags.has('alone'),
    topics: valuesOf('topics'),
    options: [...everywhere, ...valuesOf('options').map(parseOption)],
  }
}

/** Returns the first sentence. */
function firstSentence(lines: readonly string[]): string {
  const text = lines.join(' ').trim()
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text
}

function parseOption(word: string): DeclaredOption {
  const [, name, value] = /^--([\w-]+)(?:=(\w+))?$/.exec(word) ?? []
  if (name === undefined) throw new Error(`"${word}" declares no option`)
  return { name, takes: value === undefined ? 'nothing' : value === 'N' ? 'number' : 'text' }
}
