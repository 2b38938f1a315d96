/** No untrusted text becomes markup: the rules in `tools/rules/*.markup.yml`, over every source of the dashboard. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRules, scan } from './ast-grep.ts'
import { finishCheck, type Seed } from './finish-check.ts'
import { listFiles } from './source-files.ts'

const forbidden = [
  'const a = <p dangerouslySetInnerHTML={{ __html: text }} />\n',
  'const a = <p {...{ dangerouslySetInnerHTML: { __html: text } }} />\n',
  'const a = <iframe srcdoc={text} />\n',
  'element.innerHTML = text\n',
  "element['innerHTML'] = text\n",
  'element.outerHTML += text\n',
  "element.insertAdjacentHTML('beforeend', text)\n",
  'document.write(text)\n',
  'eval(text)\n',
  "new Function('a', text)\n",
]
const allowed = [
  'const a = <p>{text}</p>\n',
  'element.textContent = text\n',
  '// innerHTML is not for us\n',
  'const evaluate = text\n',
]

const rules = await readRules('.markup.yml')
const paths = await listFiles(/^apps\/dashboard\/(src|public)\/.+\.(ts|tsx|js)$/)
if (!paths.includes('apps/dashboard/src/main.tsx')) throw new Error('the list of files lacks the dashboard')
const found = await scan(rules, paths)
finishCheck('no-raw-markup', {
  findings: found.map((each) => `${each.path}:${each.line}: ${each.text}`),
  seeds: await seedFindings(),
  figures: { files: paths.length },
})

async function seedFindings(): Promise<Seed[]> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-seeds-'))
  try {
    const cases = [
      ...forbidden.map((text, index) => ({ file: `bad-${index}.tsx`, isBad: true, text })),
      ...allowed.map((text, index) => ({ file: `good-${index}.tsx`, isBad: false, text })),
    ]
    for (const each of cases) await writeFile(join(folder, each.file), each.text)
    const names = cases.map((each) => each.file)
    const matches = await scan(rules, names, folder)
    return cases.map(({ file, isBad, text }) => ({
      what: isBad ? `markup (${text.trim()})` : `harmless text, wrongly taken for a finding (${text.trim()}),`,
      caught: matches.some((match) => match.path === file) === isBad,
    }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
