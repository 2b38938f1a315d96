/** Loads an image into the store of a server from an archive in the format of `docker save`. */
import type { Readable } from 'node:stream'
import type { Engine, Limits } from './engine.ts'

/** Returns null on success, otherwise the Engine's message, which follows a good status as lines of JSON. */
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
