/** After a cancel, a timeout or a killed worker, no process keeps running and nothing stays on disk. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { GitServer } from '../../fixtures/git-server.ts'
import { createSource, type TestEnv } from './test-env.ts'

export async function leaveNothing(testEnv: TestEnv): Promise<void> {
  const { report } = testEnv
  let asked = 0
  await using server = await GitServer.start({
    root: testEnv.folder,
    intercept: () => {
      asked += 1
      return true
    },
  })
  const remote = { url: server.url('silent.git'), credential: null }
  const runtime = join(testEnv.folder, 'cancelled')
  await using git = createSource(runtime)
  for (const [what, signal] of [
    ['a cancel', AbortSignal.timeout(700)],
    ['a cancel before the start', AbortSignal.abort()],
  ] as const) {
    const startedAt = performance.now()
    await git.fetch(remote, { branch: 'main' }, { signal }).catch(() => undefined)
    report.expect(performance.now() - startedAt < 5_000, `${what} took ${Math.round(performance.now() - startedAt)} ms`)
    report.expect(gitsOf(runtime).length === 0, `${what} left ${gitsOf(runtime).join(', ')}`)
  }
  report.expect(
    readdirSync(runtime).every((name) => readdirSync(join(runtime, name)).length === 0),
    'a cancelled fetch left files',
  )
  await killTheWorker(testEnv, remote.url, () => asked)
}

/**
 * A TERM signal stops everything at once. This is less than the ten seconds after which git's helper gives up on a
 * silent connection.
 */
const goneWithinMs = 5_000

/** After kill -9 the worker's processes end with it, including git's helper with a silent connection. */
async function killTheWorker(testEnv: TestEnv, url: string, askedSoFar: () => number): Promise<void> {
  const runtime = join(testEnv.folder, 'killed')
  await mkdir(runtime)
  const before = askedSoFar()
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker-to-kill.ts'), url, runtime], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const deadline = performance.now() + 30_000
  while (askedSoFar() === before && performance.now() < deadline) await delay(50)
  while (sandboxesOf(worker.pid).length === 0 && performance.now() < deadline) await delay(50)
  const sandboxes = sandboxesOf(worker.pid)
  testEnv.report.expect(
    gitsOf(runtime).length > 0 && sandboxes.length > 0,
    `the doomed worker had ${gitsOf(runtime).length} gits and ${sandboxes.length} rooms`,
  )
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const killedAt = performance.now()
  while ((gitsOf(runtime).length > 0 || sandboxes.some(isAlive)) && performance.now() - killedAt < goneWithinMs)
    await delay(50)
  testEnv.report.expect(gitsOf(runtime).length === 0, `after a kill ${gitsOf(runtime).join(', ')} runs on`)
  testEnv.report.expect(!sandboxes.some(isAlive), 'after a kill the analysis process runs on')
  testEnv.report.figure('gone_after_kill_ms', Math.round(performance.now() - killedAt))
}

/** Git and its helpers, found by their working directory. */
function gitsOf(runtime: string): string[] {
  return processes()
    .filter(({ folder }) => folder.startsWith(`${runtime}/`))
    .map(({ id, args }) => `${id} ${args.slice(0, 60)}`)
}

function sandboxesOf(worker = 0): number[] {
  return processes()
    .filter(({ args, parent }) => parent === worker && args.includes('--permission'))
    .map(({ id }) => id)
}

function processes(): { id: number; parent: number; args: string; folder: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const args = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ')
        return state === 'Z'
          ? []
          : [{ id: Number(name), parent: Number(parent), args, folder: readlinkSync(`/proc/${name}/cwd`) }]
      } catch {
        return []
      }
    })
}

function isAlive(id: number): boolean {
  return processes().some((each) => each.id === id)
}
