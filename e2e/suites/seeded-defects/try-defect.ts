/** Applies one defect to a copy of this commit and runs the gate on it. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Ended } from '../../../tools/ci/check.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const gateTimeoutMs = 90 * 60_000
const maxBuffer = 64 << 20
/** A developer who changes a route also runs these generators. */
const generators = ['generate-openapi.ts', 'generate-sdk.ts', 'generate-reference.ts']

/** `failed` counts the checks that failed: the defect was caught. */
export async function tryDefect(name: string, patch: string): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), `longshore-defect-`))
  try {
    await run('git', ['clone', '--quiet', '--no-hardlinks', root, folder])
    const cwd = folder
    await run('bash', ['bin/setup'], { cwd, maxBuffer })
    await run('git', ['apply', patch], { cwd })
    // The check that every patch applies would find this one already applied, so it would catch every defect.
    await run('git', ['rm', '--quiet', '--', relative(root, patch)], { cwd })
    for (const generator of generators) await run(process.execPath, [join('tools', generator)], { cwd, maxBuffer })
    const began = performance.now()
    const output = await runGate(folder)
    const seconds = Math.round((performance.now() - began) / 1_000)
    const failures = [...output.matchAll(/^FAIL {2}(\S+)/gm)].map(([, check]) => check ?? '')
    return { name, seconds, output: '', passed: 1, failed: failures.length, summary: failures.join(' ') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runGate(folder: string): Promise<string> {
  const end = await run('bash', ['bin/ci', '--until-failure'], {
    cwd: folder,
    maxBuffer,
    timeout: gateTimeoutMs,
  }).catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout')) }))
  if (!/^\d+ passed, \d+ failed$/m.test(end.stdout)) throw new Error(`the gate broke off: ${end.stdout.slice(-2_000)}`)
  return end.stdout
}
