/** Transfers images from server to server through this process, without its disk. */
import type { Readable } from 'node:stream'
import { translate } from '../docker/engine-failure.ts'
import type { Engine } from '../docker/index.ts'
import { loadImage } from '../docker/load-image.ts'
import type { ImageRuntime } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { sanitizeText } from '../ssh/index.ts'
import { checked } from './image-store.ts'

const defaultMs = 30 * 60_000

export function createTransfer(engine: Engine): Pick<ImageRuntime, 'exportImage' | 'importImage'> {
  return {
    exportImage: async (id, call): Promise<Readable> =>
      await translate('engine_refused', () =>
        engine.http.open({ ...call, method: 'GET', path: ['images', checked(id), 'get'] }),
      ),
    async importImage(archive, { signal, deadlineMs = defaultMs }) {
      const message = await translate('engine_refused', () => loadImage(engine, archive, { signal, deadlineMs }))
      if (message === null) return
      const code = /no space left/i.test(message) ? 'disk_full' : 'engine_refused'
      throw new RuntimeError(code, `The image could not be loaded: ${sanitizeText(message, 300)}`)
    },
  }
}
