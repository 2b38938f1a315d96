/** Starts one check in a new process group and waits for its end. */
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { root } from '../source-files.ts'
import { type Check, type Ended, guardSeconds } from './check.ts'

const killGraceMs = 20_000
const running = new Set<number>()

export async function runCheck(check: Check, folder: string): Promise<Ended> {
  const began = performance.now()
  const output = join(folder, `${check.name}.out`)
  const counts = join(folder, `${check.name}.json`)
  const [program, ...args] = check.command
  const code = await runToEnd(program, check.countsTests === true ? [...args, `--outputFile.json=${counts}`] : args, {
    output,
    guardMs: guardSeconds(check) * 1_000,
  })
  const seconds = Math.round((performance.now() - began) / 1_000)
  const { passed, failed } = check.countsTests === true ? await countTests(counts, code) : { passed: 1, failed: 0 }
  const isGood = code === '0' && failed === 0 && passed > 0
  const ended = { name: check.name, seconds, output }
  if (!isGood)
    return {
      ...ended,
      passed: check.countsTests ? passed : 0,
      failed: Math.max(1, failed),
      summary: describeEnd(code, check),
    }
  const summary = check.countsTests === true ? `${passed} passed` : await lastLine(output)
  return { ...ended, passed, failed: 0, summary }
}

/** Ends running checks when `bin/ci` is interrupted or another check failed. */
export function killRunning(): void {
  for (const group of running) killGroup(group, 'SIGTERM')
}

/** The exit code, the signal, or `guard` if the hang guard ended it. */
async function runToEnd(
  program: string,
  args: readonly string[],
  { output, guardMs }: { output: string; guardMs: number },
): Promise<string> {
  const file = createWriteStream(output)
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true', NO_COLOR: '1' },
  })
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  const group = child.pid
  if (group !== undefined) running.add(group)
  let isGuarded = false
  const guard = setTimeout(() => {
    isGuarded = true
    if (group === undefined) return
    killGroup(group, 'SIGTERM')
    setTimeout(() => killGroup(group, 'SIGKILL'), killGraceMs).unref()
  }, guardMs)
  const { promise, resolve } = Promise.withResolvers<string>()
  child.once('error', (error) => resolve(error.message))
  child.once('close', (code, signal) => resolve(String(code ?? signal)))
  const end = await promise
  clearTimeout(guard)
  if (group !== undefined) running.delete(group)
  file.end()
  await finished(file)
  return isGuarded ? 'guard' : end
}

function killGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // The process has ended in the meantime.
  }
}

function describeEnd(code: string, check: Check): string {
  return code === 'guard' ? `still running after ${guardSeconds(check)} s: it hangs` : `exit code ${code}`
}

interface TestCounts {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
}

/** A run that broke, or that ran nothing, is a failure even if no test reports one. */
async function countTests(file: string, code: string): Promise<{ passed: number; failed: number }> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests, numFailedTestSuites }: TestCounts = JSON.parse(text)
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites
  return { passed, failed: failed === 0 && (code !== '0' || passed === 0) ? 1 : failed }
}

/** Returns the line `NAME: key=value …` at the end of suites and checks; empty for third-party programs. */
async function lastLine(output: string): Promise<string> {
  const line = (await readFile(output, 'utf8')).trimEnd().split('\n').at(-1) ?? ''
  return /^[a-z0-9-]+: /.test(line) ? line : ''
}
