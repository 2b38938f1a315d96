/**
 * The images that a release builds on and starts, deploy/images.lock.json:
 *
 *   node tools/image-lock.ts resolve           asks the registries for the digest of each tag and writes it into the lock
 *   node tools/image-lock.ts require           exit code 1 while a digest is missing, or a file names an image that the lock lacks
 *   node tools/image-lock.ts build-arguments   words for `docker build`, one per line
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readImageArguments } from './images/find-references.ts'
import { findMissingDigests, inspectImages } from './images/inspect-images.ts'
import { readLock, referenceOf, writeLock } from './images/lock.ts'
import { resolveDigest } from './images/resolve-digest.ts'
import { root } from './source-files.ts'

const commands: Record<string, () => Promise<void>> = {
  resolve,
  require: requireDigests,
  'build-arguments': printBuildArguments,
}
const [name = '', ...rest] = process.argv.slice(2)
const command = rest.length === 0 ? commands[name] : undefined
if (command === undefined) {
  console.error(`use one of: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
await command()

/** All or nothing: a lock with some old and some new digests would describe no release. */
async function resolve(): Promise<void> {
  const images = await readLock()
  const resolved = await Promise.all(images.map(async (each) => ({ ...each, digest: await resolveDigest(each) })))
  await writeLock(resolved)
  for (const [index, image] of resolved.entries())
    console.log(`${image.digest === images[index]?.digest ? 'same    ' : 'changed '} ${referenceOf(image)}`)
}

async function requireDigests(): Promise<void> {
  const lock = await readLock()
  const findings = [...inspectImages(await readImageFiles(), lock), ...findMissingDigests(lock)]
  if (findings.length === 0) return
  for (const finding of findings) console.error(finding)
  console.error('Not ready for a release. Run `node tools/image-lock.ts resolve`, review the digests and commit them.')
  process.exitCode = 1
}

async function printBuildArguments(): Promise<void> {
  const lock = await readLock()
  const { dockerfile } = await readImageFiles()
  for (const [argument, value] of readImageArguments(dockerfile)) {
    if (!argument.endsWith('_IMAGE')) continue
    const image = lock.find((each) => referenceOf({ ...each, digest: null }) === value)
    if (image === undefined) throw new Error(`${argument}: ${value} is not in the lock`)
    console.log(`--build-arg=${argument}=${referenceOf(image)}`)
  }
}

async function readImageFiles(): Promise<{ dockerfile: string; compose: string }> {
  const read = (name: string) => readFile(join(root, name), 'utf8')
  return { dockerfile: await read('Dockerfile'), compose: await read('compose.yaml') }
}
