/** Additional processes from the same code: queues, schedulers, bots. */
import type { AppProcess } from '../../app.ts'
import { claim } from '../../claim.ts'
import { findLine, sourceOf } from '../code/code-file.ts'
import { makeProcess } from '../make-app.ts'
import type { NodeContext } from './context.ts'
import { builtFileOf } from './entry.ts'
import { nestProcesses } from './nest-projects.ts'
import { readStart } from './start-script.ts'

const names =
  /^(?:start:|run:|prod:)?(workers?|queues?|jobs?|consumers?|scheduler|cron|bot|crawler|processor|background)(?::prod|:start|:production)?$/

const maxWorkers = 5

export async function findWorkers(context: NodeContext): Promise<AppProcess[]> {
  const applications = await nestProcesses(context)
  if (applications.length > 0) return applications
  const byScript = workersOfScripts(context)
  return byScript.length > 0 ? byScript : await workersOfCode(context)
}

function workersOfScripts(context: NodeContext): AppProcess[] {
  const { manifest, manager } = context
  const found = new Map<string, AppProcess>()
  for (const script of manifest.scripts.keys()) {
    const name = names.exec(script)?.[1]?.replace(/^(worker|queue|job|consumer)s$/, '$1')
    const start = name === undefined ? null : readStart(manifest, script, manager.name)
    if (name === undefined || start === null || start.command === context.start?.command) continue
    // Prefer `worker:prod` over `worker`.
    if (found.has(name) && !/prod/.test(script)) continue
    found.set(name, makeProcess(name, 'worker', claim(start.command, start.confidence, start.source)))
  }
  return [...found.values()].slice(0, maxWorkers)
}

/** Finds a `src/worker.ts` that takes jobs from a queue, without a script that starts it. */
async function workersOfCode(context: NodeContext): Promise<AppProcess[]> {
  const files = (await context.code()).filter((one) =>
    /^(?:src\/)?(?:workers?|queue|jobs)(?:\/index)?\.[cm]?[jt]s$/.test(one.file),
  )
  const hit = findLine(files, /\bnew Worker\(|\.process\(|\bagenda\.start\(|\bcron\.schedule\(|\.consume\(/)
  if (hit === null || (await isImportedElsewhere(context, hit.code.file))) return []
  const isTyped = /\.[cm]?ts$/.test(hit.code.file)
  if (isTyped && !context.manifest.scripts.has('build')) return []
  const command = `node ${isTyped ? builtFileOf(hit.code.file) : hit.code.file}`
  // The package is that worker: its start script already runs the file.
  if (context.start?.command === command) return []
  return [makeProcess('worker', 'worker', claim(command, 0.6, sourceOf(hit)))]
}

/** A worker that the server itself imports runs inside of it. */
async function isImportedElsewhere(context: NodeContext, file: string): Promise<boolean> {
  const name = file.replace(/^src\//, '').replace(/(?:\/index)?\.[cm]?[jt]s$/, '')
  return (
    findLine(await context.code(), /(?:from\s{0,3}|require\()["'](\.{1,2}\/[\w./-]{1,100})["']/) !== null &&
    (await context.code()).some(
      (one) =>
        one.file !== file &&
        one.lines.some(
          (line) =>
            /\b(?:import|require)\b/.test(line) &&
            new Set([`./${name}`, `./${name}.js`, `../${name}`, `./${name}/index.js`, `./${name}/index`]).has(
              /["'](\.{1,2}\/[\w./-]{1,100})["']/.exec(line)?.[1] ?? '',
            ),
        ),
    )
  )
}
