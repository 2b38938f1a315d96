/**
 * Finds unused files, exports, and packages with knip, with one of each seeded in the tree, so that a blind run can't pass.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { finishCheck } from './finish-check.ts'
import { withSeededFiles } from './seeded-files.ts'
import { root } from './source-files.ts'

const run = promisify(execFile)
const seededFiles = {
  'apps/server/src/seeded-dead-file.ts': 'export const nothing = 0\n',
  'tools/check-seeded.ts': "import { used } from './seeded-exports.ts'\n\nused()\n",
  'tools/seeded-exports.ts':
    'export function used(): void {\n  return\n}\n\nexport function unusedExport(): void {\n  return\n}\n\nexport interface UnusedType {\n  a: 1\n}\n',
  'packages/seeded/package.json': '{ "name": "@longshore/seeded", "dependencies": { "unused-package": "1.0.0" } }\n',
  'packages/seeded/index.ts': 'export {}\n',
}

interface Issue {
  file: string
  [kind: string]: string | { name: string }[]
}

const issues = await withSeededFiles(seededFiles, findIssues)
const found = issues.flatMap((issue) =>
  Object.entries(issue).flatMap(([kind, entries]) =>
    typeof entries === 'string' ? [] : entries.map(({ name }) => ({ kind, name, file: issue.file })),
  ),
)
const isSeeded = (each: { file: string }) => each.file in seededFiles
const seededIssue = (kind: string, name: string) => ({
  what: `unused ${name} (${kind})`,
  caught: found.some((each) => isSeeded(each) && each.kind === kind && each.name.endsWith(name)),
})
finishCheck('dead-code', {
  findings: found.filter((each) => !isSeeded(each)).map((each) => `${each.file}: unused ${each.kind}: ${each.name}`),
  seeds: [
    seededIssue('files', 'seeded-dead-file.ts'),
    seededIssue('exports', 'unusedExport'),
    seededIssue('types', 'UnusedType'),
    seededIssue('dependencies', 'unused-package'),
  ],
})

async function findIssues(): Promise<Issue[]> {
  const args = ['--no-progress', '--no-config-hints', '--reporter', 'json']
  const { stdout, stderr } = await run(join(root, 'node_modules/.bin/knip'), args, {
    cwd: root,
    maxBuffer: 64 << 20,
  }).catch((error: { stdout?: string; stderr?: string }) => ({
    stdout: error.stdout ?? '',
    stderr: error.stderr ?? '',
  }))
  if (!stdout.startsWith('{')) throw new Error(`knip gave no result: ${stderr}`)
  const result: { issues: Issue[] } = JSON.parse(stdout)
  return result.issues
}
