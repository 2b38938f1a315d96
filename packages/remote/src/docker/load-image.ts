/** Puts an image into a server's store from an archive as `docker save` writes it. */
import type { Readable } from 'node:stream'
import type { Engine, Limits } from './engine.ts'

/** Null: it is there; else what the Engine said, which comes after a good status, as lines of JSON. */
export async function loadImage(engine: Engine, archive: Readable, limits: Limits): Promise<string | null> {
  const { body } = await engine.http.send({
    ...limits,
    method: 'POST',
    path: ['images', 'load'],
    query: { quiet: true },
    headers: { 'content-type': 'application/x-tar' },
    stream: archive,
  })
  return /"error":"((?:[^"\\]|\\.){0,1000})"/.exec(body.toString())?.[1] ?? null
}
