/** One file of pasted text, as if it had been fetched. */
import { createHash } from 'node:crypto'
import type { FetchedSource } from '@longshore/source/git'

export function pastedSource(path: string, text: string): FetchedSource {
  const content = Buffer.from(text)
  const id = createHash('sha1').update(`blob ${content.length}\u0000`).update(content).digest('hex')
  const nothing = async () => undefined
  return {
    commit: { sha: '0'.repeat(40), message: '', author: '', committedAt: new Date(0) },
    // There is no folder: it is read only through `list` and `openBlobs`.
    directory: '',
    async list() {
      return { entries: [{ path, kind: 'file', id, isExecutable: false }], skipped: 0 }
    },
    obtain: nothing,
    openBlobs: () => ({
      async sizes(ids) {
        return ids.map((each) => (each === id ? content.length : null))
      },
      async read(ids) {
        return ids.map((each) => (each === id ? content : null))
      },
      [Symbol.asyncDispose]: nothing,
    }),
    export: async () => {
      throw new Error('pasted text has no folder that could be built')
    },
    [Symbol.asyncDispose]: nothing,
  }
}
