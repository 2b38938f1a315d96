/** Work on the target: build with its own engine, run, send requests, stop, and read the engine's facts about it. */
import { setTimeout as delay } from 'node:timers/promises'
import { createTar } from '../../fixtures/tar.ts'
import type { Target } from '../../fixtures/target.ts'

const buildTimeoutMs = 10 * 60_000
const answerTimeoutMs = 30_000
export const graceSeconds = 10

/** Writes the files into an empty folder of the target. */
export async function putFiles(target: Target, folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await target.mustExec(['rm', '-rf', folder])
  await target.mustExec(['mkdir', '-p', folder])
  const tar = createTar(Object.entries(files).map(([path, content]) => ({ path, mode: 0o644, content })))
  await target.mustExec(['tar', '-x', '-C', folder], { stdin: tar })
}

/** Builds with BuildKit of the target's engine and returns the duration. */
export async function build(target: Target, folder: string, tag: string): Promise<number> {
  const started = performance.now()
  const args = ['buildx', 'build', '--progress', 'plain', '--load', '--tag', tag, folder]
  const { exitCode, stderr } = await target.exec(['docker', ...args], { deadlineMs: buildTimeoutMs })
  if (exitCode !== 0) throw new Error(`the build of ${tag} failed:\n${stderr.slice(-3_000)}`)
  return performance.now() - started
}

/** Removes layers and cache mounts, so that the next build starts from base images only. */
export async function forgetBuilds(target: Target): Promise<void> {
  await target.mustExec(['docker', 'builder', 'prune', '--all', '--force'], { deadlineMs: 120_000 })
}

export async function sizeOf(target: Target, tag: string): Promise<number> {
  return Number(await target.mustExec(['docker', 'image', 'inspect', '--format', '{{.Size}}', tag]))
}

export interface Run {
  readonly answer: string | null
  /** User id of the first process, as the kernel reports it. */
  readonly userId: number
  readonly exitCode: number
  readonly stopMs: number
  readonly log: string
}

/** Starts it with Longshore's options: an init, no new privileges, no capabilities. */
export async function runOnce(target: Target, tag: string, port: number): Promise<Run> {
  const guard = [
    '--init',
    '--security-opt',
    'no-new-privileges',
    '--cap-drop',
    'ALL',
    '--memory',
    '512m',
    '--pids-limit',
    '256',
  ]
  const id = await target.mustExec(['docker', 'run', '--detach', ...guard, tag])
  try {
    const answer = await ask(target, id, port)
    const pid = await target.mustExec(['docker', 'inspect', '--format', '{{.State.Pid}}', id])
    const status = await target.exec(['cat', `/proc/${pid.trim()}/status`])
    const userId = Number(/^Uid:\s+(\d+)/m.exec(status.stdout)?.[1] ?? Number.NaN)
    const started = performance.now()
    await target.mustExec(['docker', 'stop', '--time', String(graceSeconds), id], { deadlineMs: 60_000 })
    const stopMs = performance.now() - started
    const exitCode = Number(await target.mustExec(['docker', 'inspect', '--format', '{{.State.ExitCode}}', id]))
    const logs = await target.exec(['docker', 'logs', '--tail', '20', id])
    return { answer, userId, exitCode, stopMs, log: `${logs.stdout}${logs.stderr}` }
  } finally {
    await target.exec(['docker', 'rm', '--force', '--volumes', id])
  }
}

async function ask(target: Target, id: string, port: number): Promise<string | null> {
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
  const address = (await target.mustExec(['docker', 'inspect', '--format', format, id])).trim()
  for (const deadline = Date.now() + answerTimeoutMs; Date.now() < deadline; await delay(200)) {
    const asked = await target.exec(['curl', '--silent', '--fail', '--max-time', '5', `http://${address}:${port}/`])
    if (asked.exitCode === 0) return asked.stdout
  }
  return null
}
