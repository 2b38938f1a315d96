/**
 * Writes the table of suites and benches in e2e/README.md: tier and budget as declared, time as the last full run
 * measured it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFullRun } from './ci/full-run.ts'
import { root } from './source-files.ts'
import { type Declaration, readDeclarations } from './suites/declarations.ts'

const page = join(root, 'e2e/README.md')
const target = process.argv[2] ?? page
const marks = { begin: '<!-- suites: generated -->', end: '<!-- end of suites -->' }

const run = await readFullRun()
const measured =
  run === null
    ? 'No full run is recorded yet.'
    : `Measured by \`bin/ci --all\` on ${run.cores} cores at commit ${run.commit.slice(0, 8)}, two checks at a time.`
const tables = await Promise.all((['suite', 'bench'] as const).map(async (kind) => table(await readDeclarations(kind))))
const text = await readFile(page, 'utf8')
const [before, rest = ''] = text.split(marks.begin)
const [, after = ''] = rest.split(marks.end)
await writeFile(target, `${before}${marks.begin}\n\n${measured}\n\n${tables.join('\n\n')}\n\n${marks.end}${after}`)

function table(declarations: readonly Declaration[]): string {
  const head = [`| ${declarations[0]?.kind} | tier | budget | measured | shows |`, '| --- | --- | ---: | ---: | --- |']
  return [...head, ...declarations.map(row)].join('\n')
}

function row({ kind, name, tier, budgetSeconds, title }: Declaration): string {
  const seconds = run?.checks[`${kind}-${name}`]?.seconds
  return `| ${name} | ${tier} | ${budgetSeconds} s | ${seconds === undefined ? '–' : `${seconds} s`} | ${title.replaceAll('|', String.raw`\|`)} |`
}
