/** The image of the limits program (packages/proxy/limits): generated here, sent once to each server. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readProgramFile } from '@longshore/process/unpack-program'
import { translate } from '../../docker/engine-failure.ts'
import { type Engine, isStatus } from '../../docker/index.ts'
import { tarFile } from '../../docker/tar-file.ts'
import type { Call } from '../../runtime/runtime.ts'

const repository = 'longshore/build-limits'
/** Raise it when the program changes. */
const tag = '2'
export const limitsImage = `${repository}:${tag}`

export interface LimitsProgram {
  /** Folder with `longshore-limits-amd64` and `longshore-limits-arm64`. */
  readonly directory: string
  readonly architecture: string
}

/** False if there is no program for this architecture. */
export async function ensureLimitsImage(engine: Engine, wanted: LimitsProgram, call: Call): Promise<boolean> {
  const { architecture } = wanted
  if (await hasImage(engine, call)) return true
  const program = await readProgram(wanted)
  if (program === null) return false
  const archive = Buffer.concat([tarFile('limits', program, 0o755), Buffer.alloc(1_024)])
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

async function readProgram({ directory, architecture }: LimitsProgram): Promise<Buffer | null> {
  if (!/^[a-z0-9]{1,20}$/.test(architecture)) return null
  return await readProgramFile(join(directory, `longshore-limits-${architecture}`))
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
