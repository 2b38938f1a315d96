/** Stand-ins for the images that an app builds on, put onto the target once. */
import { analyze } from '@longshore/analyzer'
import { treeOf } from '@longshore/analyzer/tree'
import { loadBaseImages } from '../../fixtures/base-images.ts'
import type { RepositoryFile } from '../../fixtures/repository.ts'
import type { DeployServer, DeployTestEnv } from '../deploy-test-env.ts'
import { basesOf } from '../generated-dockerfiles/apps.ts'
import { adaptBaseImages } from './machine.ts'

export interface Home {
  readonly testEnv: DeployTestEnv
  readonly server: DeployServer
  /** The names of base images on the target. */
  readonly loaded: Set<string>
}

/** The images that its Dockerfile builds on, whether it is generated or not. */
export async function loadBases(home: Home, files: readonly RepositoryFile[]): Promise<void> {
  const texts = Object.fromEntries(files.map(({ path, content }) => [String(path), content.toString()]))
  const { services } = await analyze(treeOf(texts))
  const dockerfiles = services.map(({ dockerfile }) => dockerfile?.text ?? texts[dockerfile?.path ?? ''] ?? '')
  await loadImages(home, dockerfiles.flatMap(basesOf))
}

export async function loadImages({ server, loaded }: Home, names: readonly string[]): Promise<void> {
  const missing = names.filter((each) => !loaded.has(each))
  if (missing.length === 0) return
  await loadBaseImages(server.target, missing)
  await adaptBaseImages(server.target, missing)
  for (const each of missing) loaded.add(each)
}
