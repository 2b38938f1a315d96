/**
 * No regular expression takes more than linear time on hostile input: recheck tests each literal, and each `new RegExp`
 * of known text. A part that is inserted at run time counts as one letter, so it must be escaped or come from a fixed
 * list.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { check } from 'recheck'
import { scan } from './ast-grep.ts'
import { type Finding, withoutExceptions } from './exceptions.ts'
import { finishCheck, type Seed } from './finish-check.ts'
import { listFiles, root } from './source-files.ts'

// Most take milliseconds; a busy machine makes the slowest ones look unknown.
const timeoutMs = 30_000
const keptFile = join(root, 'tools/exceptions/safe-regexes.json')

type Verdict = 'safe' | 'vulnerable' | 'unknown' | 'made-at-run-time'

const rule = (language: string) => `id: regex
language: ${language}
severity: error
rule:
  any:
    - { kind: regex }
    - kind: new_expression
      has: { field: constructor, regex: ^RegExp$ }
    - kind: call_expression
      has: { field: function, regex: ^RegExp$ }
`

const paths = (await listFiles(/^(apps|packages)\/.+\.(ts|tsx|js|mjs)$/)).filter((path) => !/\.test\.tsx?$/.test(path))
const matches = await scan([rule('TypeScript'), rule('Tsx')].join('---\n'), paths)
const verdicts = await evaluateAll(matches.map((match) => match.text))
const found: Finding[] = matches
  .map((match) => ({ ...match, verdict: verdicts.get(match.text) ?? 'unknown' }))
  .filter((match) => match.verdict !== 'safe')
  .map((match) => ({
    path: match.path,
    rule: match.verdict,
    text: `${match.path}:${match.line}: ${match.text.slice(0, 120)}`,
  }))
finishCheck('regexes', {
  findings: await withoutExceptions('regexes', found),
  seeds: await seedFindings(),
  figures: { files: paths.length, checked: matches.length, different: verdicts.size },
})

/**
 * A verdict depends only on the expression and on recheck, and takes seconds if it must be found by trying: safe ones
 * are stored in tools/exceptions/safe-regexes.json. `--write` updates it, `--all` ignores it.
 */
async function evaluateAll(texts: readonly string[]): Promise<Map<string, Verdict>> {
  const manifest: { version: string } = JSON.parse(
    await readFile(join(root, 'node_modules/recheck/package.json'), 'utf8'),
  )
  const nameOf = (text: string) => createHash('sha256').update(`${manifest.version} ${text}`).digest('hex').slice(0, 24)
  const kept: string[] = JSON.parse(await readFile(keptFile, 'utf8'))
  const known = new Set(process.argv.includes('--all') ? [] : kept)
  const verdicts = new Map<string, Verdict>()
  // Run one after the other: with two requests at once, recheck sometimes mixes up their results.
  for (const text of new Set(texts)) verdicts.set(text, known.has(nameOf(text)) ? 'safe' : await evaluate(text))
  const safe = [...verdicts].filter(([, verdict]) => verdict === 'safe').map(([text]) => nameOf(text))
  if (process.argv.includes('--write')) await writeFile(keptFile, `${JSON.stringify(safe.sort(), null, 2)}\n`)
  return verdicts
}

async function evaluate(text: string): Promise<Verdict> {
  const parts = readPattern(text)
  if (parts === undefined) return 'made-at-run-time'
  const { status } = await check(parts.source, parts.flags, { timeout: timeoutMs })
  return status
}

/**
 * Pattern and flags of `/…/g`, `new RegExp('…', 'g')` or `new RegExp(`…`)`; undefined if the text isn't in the source.
 */
function readPattern(text: string): { source: string; flags: string } | undefined {
  if (text.startsWith('/')) {
    const end = text.lastIndexOf('/')
    return { source: text.slice(1, end), flags: text.slice(end + 1) }
  }
  const made = /^(?:new )?RegExp\(\s*(['"`])([\s\S]*?[^\\])\1\s*(?:,\s*['"]([a-z]*)['"])?[\s\S]*\)$/.exec(text)
  if (made === null) return undefined
  const source = (made[2] ?? '').replaceAll(/\$\{[^}]*\}/g, 'x').replaceAll('\\\\', '\\')
  return { source, flags: made[3] ?? '' }
}

async function seedFindings(): Promise<Seed[]> {
  const cases: [text: string, verdict: string][] = [
    ['/^(a+)+$/', 'vulnerable'],
    ['/\\s+$/', 'vulnerable'],
    ["new RegExp('^(\\\\w|_)*$', 'u')", 'vulnerable'],
    ['new RegExp(`^(${prefix}+)+$`)', 'vulnerable'],
    ['RegExp(text)', 'made-at-run-time'],
    ['/^[0-9a-f]{8}$/i', 'safe'],
    ['new RegExp(`^${prefix}_[0-9]{4}$`)', 'safe'],
  ]
  const seeds: Seed[] = []
  for (const [text, verdict] of cases)
    seeds.push({ what: `${verdict} ${text}`, caught: (await evaluate(text)) === verdict })
  return seeds
}
