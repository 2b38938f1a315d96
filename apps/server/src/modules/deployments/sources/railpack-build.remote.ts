/**
 * Builds an image with Railpack: a generated Dockerfile runs it to create the plan. Every variable is a build secret.
 * Pure.
 */
import { createHash } from 'node:crypto'
import { prepareDockerfile } from '@longshore/remote/images'
import { entriesBelow, type SourceEntry } from '@longshore/source/git'
import type { DesiredVariable } from '../../workloads/worker.ts'
import type { ImageBuild } from '../deployment-plan.schemas.ts'
import { contentHash } from './content-hash.remote.ts'
import { type ServiceToBuild, tidy } from './image-recipes.remote.ts'

type RailpackSource = Extract<ServiceToBuild['configuration']['source'], { builder: 'railpack' }>

export function railpackBuild(
  { configuration: { command } }: Pick<ServiceToBuild, 'configuration'>,
  { rootDirectory, installCommand, buildCommand }: RailpackSource,
  { entries, variables }: { entries: readonly SourceEntry[]; variables: readonly DesiredVariable[] },
): ImageBuild {
  const context = tidy(rootDirectory)
  const keys = variables.map(({ key }) => key).toSorted()
  // Hashes versions instead of values, because the hash appears in the image's history.
  const versions = variables.map(({ key, id }) => `${key}=${id}`).toSorted()
  const variablesHash = createHash('sha256').update(JSON.stringify(versions)).digest('hex').slice(0, 16)
  const text = prepareDockerfile({ installCommand, buildCommand, needsStart: command === null, keys, variablesHash })
  const ignore = '.git\n'
  const hash = contentHash({
    entries: entriesBelow(entries, context),
    dockerfile: text,
    ignore,
    target: null,
    variables,
  })
  return {
    key: hash.slice(0, 16),
    contentHash: hash,
    context,
    dockerfile: { text, ignore },
    target: null,
    arguments: [],
    secrets: keys,
    bases: [],
    railpack: { variablesHash },
  }
}
