/** `longshore-server doctor --json`, as an operator runs it, with its exit code and how long it took. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Environment } from './installation.ts'

export interface DoctorReport {
  readonly exitCode: number | null
  readonly tookMs: number
  readonly output: string
  readonly checks: readonly { code: string; status: string; text: string; remedy: string | null }[]
}

const main = join(import.meta.dirname, '../../../apps/server/src/main.ts')
const killAfterMs = 180_000
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

export async function runDoctor(
  environment: Environment,
  args = ['--json'],
  node: string[] = [],
): Promise<DoctorReport> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--disable-proto=delete', ...node, main, 'doctor', ...args], {
    env: { PATH: process.env.PATH ?? '', ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: killAfterMs,
    killSignal: 'SIGKILL',
  })
  const chunks = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      chunks[name] += chunk.toString('utf8')
    })
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const tookMs = performance.now() - began
  return { exitCode, tookMs, output: chunks.stdout + chunks.stderr, checks: readChecks(chunks.stdout) }
}

function readChecks(text: string): DoctorReport['checks'] {
  try {
    return JSON.parse(text).checks
  } catch {
    return []
  }
}
