/** Replaces one file of a commit with ours, so the analysis returns how to build the configured services. */
import { createHash } from 'node:crypto'
import type { FetchedSource } from '@longshore/source/git'
import type { DesiredService } from '../../workloads/worker.ts'

const file = 'longshore.yaml'
const replaced = new Set([file, 'longshore.yml'])

export function overlaidSource(fetched: FetchedSource, services: readonly DesiredService[]): FetchedSource {
  const content = Buffer.from(JSON.stringify({ version: 1, services: Object.fromEntries(services.map(statement)) }))
  const id = createHash('sha1').update(`blob ${content.length}\u0000`).update(content).digest('hex')
  const entry = { path: file, kind: 'file', id, isExecutable: false } as const
  return {
    commit: fetched.commit,
    directory: fetched.directory,
    async list(call) {
      const { entries, skipped } = await fetched.list(call)
      const others = entries.filter(({ path }) => !replaced.has(path))
      return { entries: [...others, entry].sort((a, b) => (a.path < b.path ? -1 : 1)), skipped }
    },
    obtain: (ids, call) =>
      fetched.obtain(
        ids.filter((each) => each !== id),
        call,
      ),
    openBlobs() {
      const blobs = fetched.openBlobs()
      const others = (ids: readonly string[]) => ids.filter((each) => each !== id)
      const merge = <Answer>(ids: readonly string[], answers: readonly Answer[], own: Answer): Answer[] => {
        let next = 0
        return ids.flatMap((each) => (each === id ? [own] : answers.slice(next, ++next)))
      }
      return {
        sizes: async (ids, signal) => merge<number | null>(ids, await blobs.sizes(others(ids), signal), content.length),
        read: async (ids, signal) => merge<Buffer | null>(ids, await blobs.read(others(ids), signal), content),
        [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
      }
    },
    export: (folder, call) => fetched.export(folder, call),
    // The caller fetched the source and disposes it.
    [Symbol.asyncDispose]: async () => undefined,
  }
}

function statement({ name, kind, configuration }: DesiredService): [string, object] {
  const { source, port, command } = configuration
  const generated = source?.builder === 'auto' || source?.builder === 'static' ? source : null
  const build = {
    ...(generated?.installCommand == null ? {} : { install: generated.installCommand }),
    ...(generated?.buildCommand == null ? {} : { command: generated.buildCommand }),
    ...(generated?.builder === 'static' ? { output: generated.outputDirectory } : {}),
  }
  return [
    name,
    {
      kind: generated?.builder === 'static' ? 'static' : kind,
      rootDirectory: generated?.rootDirectory ?? '.',
      build,
      ...(kind === 'cron' ? { schedule: configuration.schedule } : {}),
      ...(typeof command === 'string' ? { command } : {}),
      ...(port === null ? {} : { port }),
    },
  ]
}
