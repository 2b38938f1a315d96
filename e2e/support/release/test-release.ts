/**
 * Releases as a maintainer publishes them, for the suites: signed with a fresh key and served over HTTP on the address
 * under which targets reach this machine. Images are in a registry, or loaded on the target beforehand.
 */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinHostScript } from '../../../tools/release/join-host-script.ts'
import { serveFolder } from '../../fixtures/file-server.ts'

export interface TestRelease {
  readonly version: string
  /** `REPOSITORY@sha256:…` */
  readonly image: string
  readonly notes?: string
  /** Files that only the offline bundle has: only their hashes are listed. */
  readonly bundled?: Readonly<Record<string, string>>
}

export interface TestReleases extends AsyncDisposable {
  /** Download URL, as targets reach it. */
  readonly baseUrl: string
  readonly folder: string
  /** Public half of the release key, in PEM. */
  readonly releaseKey: string
  /** Requested paths. */
  readonly requests: readonly string[]
  /** Writes and signs the folder of a version, and makes it the newest. Returns the folder. */
  publish(release: TestRelease): Promise<string>
  /** Signs the checksums of a folder again, after a test changed its files. */
  sign(version: string, key?: KeyObject): Promise<void>
}

export interface TestReleasesOptions {
  readonly imageRepository: string
  readonly dockerAptUrl?: string
}

export async function startTestReleases(options: TestReleasesOptions): Promise<TestReleases> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-releases-'))
  const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const releaseKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const server = await serveFolder(folder)
  const { url: baseUrl, requests } = server
  const sign = async (version: string, key = keys.privateKey) => await signFolder(join(folder, version), key)
  return {
    baseUrl,
    folder,
    releaseKey,
    requests,
    sign,
    async publish(release) {
      const facts = { baseUrl, releaseKey, dockerAptUrl: '', ...options, version: release.version }
      await writeRelease(join(folder, release.version), release, await joinHostScript(facts))
      await sign(release.version)
      await writeFile(join(folder, 'feed.json'), JSON.stringify({ version: release.version, url: null }))
      return join(folder, release.version)
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function writeRelease(folder: string, release: TestRelease, script: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { version, image, notes = `## ${version}\n\nA release of the test.\n` } = release
  const publishedAt = new Date(0).toISOString()
  const files: Record<string, string> = {
    'version.txt': `${version}\n`,
    'image.txt': `${image}\n`,
    'images.txt': '',
    'notes.md': notes,
    'install.sh': script,
    'manifest.json': JSON.stringify({ version, publishedAt, image, files: [] }),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const lines = await Promise.all(
    Object.keys(files).map(async (name) => `${hashOf(await readFile(join(folder, name)))}  ${name}\n`),
  )
  for (const [name, hash] of Object.entries(release.bundled ?? {})) lines.push(`${hash}  ${name}\n`)
  await writeFile(join(folder, 'checksums.txt'), lines.join(''))
}

/** The same signature that `cosign sign-blob --key` writes. */
async function signFolder(folder: string, key: KeyObject): Promise<void> {
  const signature = createSign('sha256')
    .update(await readFile(join(folder, 'checksums.txt')))
    .sign(key, 'base64')
  await writeFile(join(folder, 'checksums.txt.sig'), `${signature}\n`)
}

/** For files that are too large for memory. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest('hex')
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
