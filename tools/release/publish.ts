/**
 * Makes a finished release public. The commit and the tag come first: if the repository refuses them, nothing was published. The
 * feed comes last: until then no installation learns of the release.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseCheckout } from './checkout.ts'
import type { ServerImages } from './image/make-images.ts'
import type { ReleaseOptions } from './options.ts'
import { run } from './run.ts'
import { signImage } from './sign.ts'
import { putFile, readUpload } from './upload.ts'

export interface Finished {
  /** The maintainer's checkout. Its remote `origin` has the credentials. */
  readonly repository: string
  readonly work: string
  readonly folder: string
  readonly feed: string
  readonly checkout: ReleaseCheckout
  readonly images: ServerImages
}

export async function publish(finished: Finished, options: ReleaseOptions): Promise<void> {
  const { work, folder, images } = finished
  const { version, imageRepository } = options
  const upload = readUpload(process.env)
  // Only this command reads the file: the builds' npm and pnpm must not find the credentials.
  const { RELEASE_NPMRC: npmrc = '' } = process.env
  await pushCommit(finished, version)
  const target = `docker://${imageRepository}:${version}`
  await run(['skopeo', 'copy', '--all', '--preserve-digests', `oci:${images.layout}:${version}`, target], {
    hasSecrets: true,
  })
  const predicate = join(work, 'predicate.json')
  const statement: { predicate: object } = JSON.parse(await readFile(join(folder, 'provenance.json'), 'utf8'))
  await writeFile(predicate, JSON.stringify(statement.predicate))
  await signImage(images.image, options, predicate)
  for (const name of [`longshore-sdk-${version}.tgz`, `longshore-${version}.tgz`])
    await run(['npm', 'publish', '--access', 'public', '--provenance', join(folder, name)], {
      environment: npmrc === '' ? {} : { NPM_CONFIG_USERCONFIG: npmrc },
      hasSecrets: true,
    })
  for (const name of (await readdir(folder)).sort()) await putFile(upload, join(folder, name), `${version}/${name}`)
  await putFile(upload, finished.feed, 'feed.json')
}

/**
 * Pushes both or neither. A dry run of this push wouldn't notice a protected branch. The maintainer's checkout gets no tag, so that you
 * can publish the same version again after a refusal.
 */
async function pushCommit({ repository, checkout }: Finished, version: string): Promise<void> {
  const tag = `refs/tags/${version}`
  const tagged = (await run(['git', '-C', checkout.folder, 'rev-parse', tag])).trim()
  await run(['git', '-C', repository, 'fetch', '--quiet', '--no-tags', checkout.folder, tag])
  const references = [`${checkout.commit}:refs/heads/main`, `${tagged}:${tag}`]
  await run(['git', '-C', repository, 'push', '--atomic', 'origin', ...references], { hasSecrets: true })
}
