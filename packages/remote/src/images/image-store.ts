/** Finds, tags, lists, and removes images in a server's store. */
import { toRuntimeError, translate } from '../docker/engine-failure.ts'
import { type Engine, type ImageDetails, isStatus } from '../docker/index.ts'
import { filtersOf } from '../docker/ownership.ts'
import type { Call, ImageFacts, ImageRuntime } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'

/** Code for refusals of Docker without a specific code. */
const otherwise = 'engine_refused'
const referenceForm = /^[a-z0-9][\w./:@-]{0,499}$/i

type Store = Pick<ImageRuntime, 'findImage' | 'tagImage' | 'removeImage' | 'listImages' | 'listTags'>

export function createImageStore(engine: Engine, instance: string): Store {
  const findImage = (reference: string, call: Call) => inspectImage(engine, reference, call)
  return {
    findImage,
    async tagImage(id, reference, call) {
      const at = reference.lastIndexOf(':')
      const query = { repo: reference.slice(0, at), tag: reference.slice(at + 1) }
      await translate(otherwise, () =>
        engine.http.send({ ...call, method: 'POST', path: ['images', checked(id), 'tag'], query }),
      )
    },
    async removeImage(reference, call) {
      const names = reference.startsWith('sha256:') ? await ownTags(engine, reference, call) : []
      for (const name of [...names, reference]) {
        try {
          await engine.removeImage(checked(name), call)
        } catch (error) {
          // It is already removed, a container uses it, or it has other names: all are fine.
          if (!isStatus(error, 404, 409)) throw toRuntimeError(error, otherwise)
        }
      }
    },
    async listImages(labels, call) {
      const filters = filtersOf(instance, labels)
      const listed = await translate(otherwise, () => engine.listImages({ ...call, filters }))
      const found = await Promise.all(
        listed.map(async ({ Id, RepoTags }) => {
          const facts = await findImage(Id, call)
          return facts === null ? null : { ...facts, tags: RepoTags.filter((tag) => tag !== '<none>:<none>') }
        }),
      )
      return found.filter((each) => each !== null)
    },
    async listTags(repository, call) {
      const filters = { reference: [checked(repository)] }
      const listed = await translate(otherwise, () => engine.listImages({ ...call, filters }))
      // Docker lists all names of an image, even if only one of them matches.
      return listed.flatMap(({ RepoTags }) => RepoTags.filter((tag) => tag.startsWith(`${repository}:`)))
    },
  }
}

export async function inspectImage(engine: Engine, reference: string, call: Call): Promise<ImageFacts | null> {
  try {
    return toFacts(await engine.inspectImage(checked(reference), call))
  } catch (error) {
    if (isStatus(error, 404)) return null
    throw toRuntimeError(error, otherwise)
  }
}

/** An image with several names isn't removed by its id; names that others gave it belong to them. */
async function ownTags(engine: Engine, id: string, call: Call): Promise<string[]> {
  try {
    const { RepoTags } = await engine.inspectImage(checked(id), call)
    return RepoTags.filter((tag) => tag.startsWith('longshore/'))
  } catch (error) {
    if (isStatus(error, 404)) return []
    throw toRuntimeError(error, otherwise)
  }
}

/** A reference becomes part of a path and of an argument list. */
export function checked(reference: string): string {
  if (!referenceForm.test(reference)) throw new RuntimeError('image_not_found', 'This is not the name of an image.')
  return reference
}

function toFacts({ Id, RepoDigests, Architecture, Size, Config }: ImageDetails): ImageFacts {
  const ports = Object.keys(Config?.ExposedPorts ?? {}).map((text) => Number.parseInt(text, 10))
  return {
    id: Id,
    digest: RepoDigests.find((each) => !each.startsWith('<none>')) ?? null,
    architecture: Architecture,
    sizeBytes: Size,
    exposedPorts: ports.filter((port) => port > 0 && port <= 65_535).slice(0, 100),
    labels: Config?.Labels ?? {},
  }
}
