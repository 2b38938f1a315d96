/** After a cancel, a deadline or the death of the worker nothing runs on and nothing stays on disk. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { GitServer } from '../../fixtures/git-server.ts'
import { createSource, type World } from './test-env.ts'

export async function leaveNothing(world: World): Promise<void> {
  const { report } = world
  let asked = 0
  await using server = await GitServer.start({
    root: world.folder,
    intercept: () => {
      asked += 1
      return true
    },
  })
  const remote = { url: server.url('silent.git'), credential: null }
  const runtime = join(world.folder, 'cancelled')
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
  await killTheWorker(world, remote.url, () => asked)
}

/** A TERM goes round at once. Less than the ten seconds after which git's helper would give up a silent connection by itself. */
const goneWithinMs = 5_000

/** kill -9: what the worker started ends with it, also git's helper that holds a connection on which nothing comes. */
async function killTheWorker(world: World, url: string, askedSoFar: () => number): Promise<void> {
  const runtime = join(world.folder, 'killed')
  await mkdir(runtime)
  const before = askedSoFar()
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker-to-kill.ts'), url, runtime], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const deadline = performance.now() + 30_000
  while (askedSoFar() === before && performance.now() < deadline) await delay(50)
  while (roomsOf(worker.pid).length === 0 && performance.now() < deadline) await delay(50)
  const rooms = roomsOf(worker.pid)
  world.report.expect(
    gitsOf(runtime).length > 0 && rooms.length > 0,
    `the doomed worker had ${gitsOf(runtime).length} gits and ${rooms.length} rooms`,
  )
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const killedAt = performance.now()
  while ((gitsOf(runtime).length > 0 || rooms.some(isAlive)) && performance.now() - killedAt < goneWithinMs)
    await delay(50)
  world.report.expect(gitsOf(runtime).length === 0, `after a kill ${gitsOf(runtime).join(', ')} runs on`)
  world.report.expect(!rooms.some(isAlive), 'after a kill the analysis process runs on')
  world.report.figure('gone_after_kill_ms', Math.round(performance.now() - killedAt))
}

/** Git and its helpers, by the folder that they work in. */
function gitsOf(runtime: string): string[] {
  return processes()
    .filter(({ folder }) => folder.startsWith(`${runtime}/`))
    .map(({ id, words }) => `${id} ${words.slice(0, 60)}`)
}

function roomsOf(worker = 0): number[] {
  return processes()
    .filter(({ words, parent }) => parent === worker && words.includes('--permission'))
    .map(({ id }) => id)
}

function processes(): { id: number; parent: number; words: string; folder: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const words = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ')
        return state === 'Z'
          ? []
          : [{ id: Number(name), parent: Number(parent), words, folder: readlinkSync(`/proc/${name}/cwd`) }]
      } catch {
        return []
      }
    })
}

function isAlive(id: number): boolean {
  return processes().some((each) => each.id === id)
}
