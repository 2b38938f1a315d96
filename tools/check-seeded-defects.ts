/**
 * Checks that every seeded defect still applies to the code, so that `bin/suite seeded-defects` tests what its name
 * says.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { finishCheck } from './finish-check.ts'
import { listFiles, root } from './source-files.ts'

const run = promisify(execFile)
const patches = await listFiles(/^e2e\/suites\/seeded-defects\/.+\.patch$/)
const faults = await Promise.all(patches.map((patch) => check(['--check', join(root, patch)])))
const isReversed = await check(['--check', '--reverse', join(root, patches[0] ?? '')])

finishCheck('seeded-defects', {
  findings: faults.filter((fault) => fault !== null),
  seeds: [{ what: 'patch that does not apply', caught: isReversed !== null }],
  figures: { defects: patches.length },
})

async function check(args: readonly string[]): Promise<string | null> {
  return await run('git', ['apply', ...args], { cwd: root }).then(
    () => null,
    (error: { stderr?: string }) => error.stderr ?? 'git apply failed',
  )
}
