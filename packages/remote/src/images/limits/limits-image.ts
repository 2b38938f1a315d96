/** The image of the tiny programs: generated here, sent once to each server. */
import { Readable } from 'node:stream'
import { translate } from '../../docker/engine-failure.ts'
import { type Engine, isStatus } from '../../docker/index.ts'
import { tarFile } from '../../docker/tar-file.ts'
import type { Call } from '../../runtime/runtime.ts'
import { tinyPrograms } from './tiny-programs.ts'

const repository = 'longshore/build-limits'
/** Raise it when a program changes. */
const tag = '1'
export const limitsImage = `${repository}:${tag}`

/** False if there are no such programs for this architecture. */
export async function ensureLimitsImage(engine: Engine, architecture: string, call: Call): Promise<boolean> {
  const programs = tinyPrograms(architecture)
  if (programs === undefined) return false
  if (await hasImage(engine, call)) return true
  const archive = Buffer.concat([
    tarFile('hold', programs.hold, 0o755),
    tarFile('eat', programs.eat, 0o755),
    Buffer.alloc(1_024),
  ])
  await translate('engine_refused', () =>
    engine.http.send({
      ...call,
      method: 'POST',
      path: ['images', 'create'],
      query: { fromSrc: '-', repo: repository, tag, platform: `linux/${architecture}` },
      headers: { 'content-type': 'application/x-tar' },
      stream: Readable.from([archive]),
    }),
  )
  return true
}

/** Removes all versions. An image that a container uses remains. */
export async function removeLimitsImages(engine: Engine, call: Call): Promise<void> {
  const images = await engine.listImages({ ...call, filters: { reference: [repository] } })
  for (const name of images.flatMap(({ RepoTags }) => RepoTags))
    await engine.removeImage(name, call).catch((error: unknown) => {
      if (!isStatus(error, 404, 409)) throw error
    })
}

async function hasImage(engine: Engine, call: Call): Promise<boolean> {
  try {
    await engine.http.send({ ...call, method: 'GET', path: ['images', limitsImage, 'json'] })
    return true
  } catch (error) {
    if (isStatus(error, 404)) return false
    throw error
  }
}
