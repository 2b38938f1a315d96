/** Records the processes of a run, so that the next one can end what a killed run left behind, and only that. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

interface Remembered {
  pid: number
  /** Ticks since boot: if the process id was reused, the start differs. */
  startedAt: string
  signal: 'SIGTERM' | 'SIGINT'
}

const stopTimeoutMs = 10_000

export async function remember(file: string, children: { pid: number; signal: 'SIGTERM' | 'SIGINT' }[]): Promise<void> {
  const all = [{ pid: process.pid, signal: 'SIGTERM' as const }, ...children]
  const entries = await Promise.all(all.map(async (each) => ({ ...each, startedAt: await startOf(each.pid) })))
  await writeFile(file, JSON.stringify(entries))
}

export async function forget(file: string): Promise<void> {
  await rm(file, { force: true })
}

/** Throws if the other run is still alive. */
export async function endLeftovers(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '[]')
  const [run, ...children]: Remembered[] = JSON.parse(text)
  if (run !== undefined && (await isSame(run))) throw new Error(`bin/dev runs already, as process ${run.pid}`)
  for (const child of children.toReversed()) {
    if (!(await isSame(child))) continue
    console.log(`ending process ${child.pid}, left behind by a killed run`)
    process.kill(child.pid, child.signal)
    const deadline = Date.now() + stopTimeoutMs
    while (await isSame(child)) {
      if (Date.now() > deadline) throw new Error(`process ${child.pid} does not end`)
      await delay(50)
    }
  }
  await forget(file)
}

async function isSame(each: Remembered): Promise<boolean> {
  return each.startedAt !== '' && (await startOf(each.pid)) === each.startedAt
}

/** Empty if there is no such process. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended.
  return fields[0] === 'Z' ? '' : (fields[19] ?? '')
}
