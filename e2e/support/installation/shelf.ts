/** Everything that new machines download: releases, images in a registry, and Docker's packages. Shared by all targets. */
import { buildDockerPackages } from '../../fixtures/docker-packages.ts'
import { serveFolder } from '../../fixtures/file-server.ts'
import { ImageRegistry } from '../../fixtures/image-registry.ts'
import { ensureInstallImages } from '../../fixtures/install-images.ts'
import { saveImage } from '../../fixtures/saved-image.ts'
import { startTestReleases, type TestReleases } from '../release/test-release.ts'

export const version = '1.2.0'

export interface Shelf extends AsyncDisposable {
  readonly registry: ImageRegistry
  readonly releases: TestReleases
  /** Images by service, by digest. */
  readonly images: Readonly<Record<'postgres' | 'restate', string>>
  readonly serverImage: string
  readonly repository: string
  /** Docker's packages, for each distribution in a folder below the URL. */
  readonly docker: { readonly url: string; readonly fingerprint: string }
}

export async function fillShelf(serverImage: string): Promise<Shelf> {
  await using stack = new AsyncDisposableStack()
  const registry = stack.use(await ImageRegistry.start({ username: 'none', password: 'none' }, { isPublic: true }))
  const publish = async (name: string, image: string) =>
    registry.publishSaved(name, version, stack.use(await saveImage(image)))
  const { postgres, restate } = await ensureInstallImages()
  const server = await publish('longshore-server', serverImage)
  const images = { postgres: await publish('postgres', postgres), restate: await publish('restate', restate) }
  const packages = stack.use(await buildDockerPackages())
  const packageServer = stack.use(await serveFolder(packages.folder))
  const repository = `${registry.host}/longshore-server`
  const { url } = packageServer
  const releases = stack.use(await startTestReleases({ imageRepository: repository, dockerAptUrl: url }))
  await releases.publish({ version, image: server })
  const owned = stack.move()
  return {
    ...{ registry, releases, images, serverImage, repository },
    docker: { url, fingerprint: packages.fingerprint },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
