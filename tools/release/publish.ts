/** Makes a finished release public. The feed comes last: until then no installation learns of it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../source-files.ts'
import type { ReleaseCheckout } from './checkout.ts'
import type { ServerImages } from './image/make-images.ts'
import type { ReleaseOptions } from './options.ts'
import { run } from './run.ts'
import { signImage } from './sign.ts'

export interface Finished {
  readonly work: string
  readonly folder: string
  readonly feed: string
  readonly checkout: ReleaseCheckout
  readonly images: ServerImages
}

export async function publish(finished: Finished, options: ReleaseOptions): Promise<void> {
  const { work, folder, checkout, images } = finished
  const { version, imageRepository } = options
  const upload = readUpload(process.env)
  const target = `docker://${imageRepository}:${version}`
  await run(['skopeo', 'copy', '--all', '--preserve-digests', `oci:${images.layout}:${version}`, target])
  const predicate = join(work, 'predicate.json')
  const statement: { predicate: object } = JSON.parse(await readFile(join(folder, 'provenance.json'), 'utf8'))
  await writeFile(predicate, JSON.stringify(statement.predicate))
  await signImage(images.image, options, predicate)
  for (const name of [`longshore-sdk-${version}.tgz`, `longshore-${version}.tgz`])
    await run(['npm', 'publish', '--access', 'public', '--provenance', join(folder, name)])
  // The maintainer's checkout has the credentials.
  const tag = `refs/tags/${version}`
  await run(['git', '-C', root, 'fetch', '--quiet', checkout.folder, `${tag}:${tag}`])
  await run(['git', '-C', root, 'push', 'origin', `${checkout.commit}:refs/heads/main`, tag])
  for (const name of (await readdir(folder)).sort()) await putFile(upload, join(folder, name), `${version}/${name}`)
  await putFile(upload, finished.feed, 'feed.json')
}

interface Upload {
  readonly url: string
  readonly region: string
  readonly user: string
}

/** A bucket behind the download URL. */
function readUpload(environment: NodeJS.ProcessEnv): Upload {
  const read = (name: string) => {
    const value = environment[name] ?? ''
    if (!/^[\w:/.+=-]{1,500}$/.test(value)) throw new Error(`${name} is missing or has unusual characters`)
    return value
  }
  return {
    url: read('RELEASE_UPLOAD_URL').replace(/\/+$/, ''),
    region: read('RELEASE_UPLOAD_REGION'),
    user: `${read('RELEASE_UPLOAD_KEY_ID')}:${read('RELEASE_UPLOAD_SECRET')}`,
  }
}

/** The secret goes through standard input: arguments are visible to every process. */
async function putFile({ url, region, user }: Upload, path: string, name: string): Promise<void> {
  const limits = ['--fail', '--silent', '--show-error', '--connect-timeout', '15', '--max-time', '1800', '--retry', '3']
  const signed = ['--aws-sigv4', `aws:amz:${region}:s3`, '--config', '-']
  await run(['curl', ...limits, ...signed, '--upload-file', path, `${url}/${name}`], { stdin: `user = "${user}"\n` })
}
