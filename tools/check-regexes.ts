/**
 * No regular expression of ours takes more than linear time on hostile input: each literal, and each `new RegExp` of
 * known text, goes through recheck. A part that is put in at run time is taken as one letter, so it must be escaped or
 * come from a fixed list.
 */
import { check } from 'recheck'
import { scan } from './ast-grep.ts'
import { type Finding, withoutExceptions } from './exceptions.ts'
import { finishCheck, type Plant } from './finish-check.ts'
import { listFiles } from './source-files.ts'

// Most take milliseconds; a busy machine makes the slowest look unknown.
const timeoutMs = 30_000

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
const found: Finding[] = []
let slowestMs = 0
for (const match of matches) {
  const startedAt = performance.now()
  const verdict = await judge(match.text)
  slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  const where = `${match.path}:${match.line}: ${match.text.slice(0, 120)}`
  if (verdict !== 'safe') found.push({ path: match.path, rule: verdict, text: where })
}
finishCheck('regexes', {
  findings: await withoutExceptions('regexes', found),
  plants: await plant(),
  figures: { files: paths.length, checked: matches.length, slowestMs: Math.round(slowestMs) },
})

async function judge(text: string): Promise<'safe' | 'vulnerable' | 'unknown' | 'made-at-run-time'> {
  const parts = readPattern(text)
  if (parts === undefined) return 'made-at-run-time'
  const { status } = await check(parts.source, parts.flags, { timeout: timeoutMs })
  return status
}

/** Pattern and flags of `/…/g`, `new RegExp('…', 'g')` or `new RegExp(`…`)`; undefined when the text is not in the source. */
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

async function plant(): Promise<Plant[]> {
  const cases: [text: string, verdict: string][] = [
    ['/^(a+)+$/', 'vulnerable'],
    ['/\\s+$/', 'vulnerable'],
    ["new RegExp('^(\\\\w|_)*$', 'u')", 'vulnerable'],
    ['new RegExp(`^(${prefix}+)+$`)', 'vulnerable'],
    ['RegExp(text)', 'made-at-run-time'],
    ['/^[0-9a-f]{8}$/i', 'safe'],
    ['new RegExp(`^${prefix}_[0-9]{4}$`)', 'safe'],
  ]
  return await Promise.all(
    cases.map(async ([text, verdict]) => ({ what: `${verdict} ${text}`, caught: (await judge(text)) === verdict })),
  )
}
