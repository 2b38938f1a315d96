/** Images from server to server, through this process and not through its disk. */
import type { Readable } from 'node:stream'
import type { Engine } from '../docker/index.ts'
import type { ImageRuntime } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { shownText } from '../ssh/index.ts'
import { asRuntime, checked } from './image-store.ts'

const defaultMs = 30 * 60_000

export function createTransfer(engine: Engine): Pick<ImageRuntime, 'exportImage' | 'importImage'> {
  return {
    exportImage: async (id, call): Promise<Readable> =>
      await asRuntime(() => engine.http.open({ ...call, method: 'GET', path: ['images', checked(id), 'get'] })),
    async importImage(archive, { signal, deadlineMs = defaultMs }) {
      const { body } = await asRuntime(() =>
        engine.http.send({
          method: 'POST',
          path: ['images', 'load'],
          query: { quiet: true },
          headers: { 'content-type': 'application/x-tar' },
          stream: archive,
          signal,
          deadlineMs,
        }),
      )
      // Errors come after a good status, as lines of JSON.
      const said = /"error":"((?:[^"\\]|\\.){0,1000})"/.exec(body.toString())?.[1]
      if (said === undefined) return
      const code = /no space left/i.test(said) ? 'disk_full' : 'engine_refused'
      throw new RuntimeError(code, `The image could not be loaded: ${shownText(said, 300)}`)
    },
  }
}
