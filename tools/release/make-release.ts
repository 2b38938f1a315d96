/** All steps of a release, in order. Files are complete before anything is signed, and signed before anything is pushed. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readLock, referenceOf } from '../images/lock.ts'
import { root } from '../source-files.ts'
import { composeImages, packBundle, saveImages } from './bundle.ts'
import { createCheckout, type ReleaseCheckout } from './checkout.ts'
import { findObstacles } from './checks.ts'
import { listReleaseFiles, type ReleaseFile, writeChecksums } from './checksums.ts'
import { makeImages, type ServerImages } from './image/make-images.ts'
import { joinHostScript } from './join-host-script.ts'
import { architectures, type ReleaseOptions } from './options.ts'
import { packFolder } from './pack-folder.ts'
import { createProvenance } from './provenance.ts'
import { publish } from './publish.ts'
import { run } from './run.ts'
import { readPublicKey, signFile } from './sign.ts'
import { writeSboms } from './write-sboms.ts'

export async function makeRelease(options: ReleaseOptions): Promise<void> {
  const obstacles = await findObstacles(options)
  for (const each of obstacles) console.error(`release: ${each}`)
  if (options.isPublished && obstacles.length > 0) throw new Error('not published: resolve what is listed above')
  const work = await mkdtemp(join(tmpdir(), 'longshore-release-'))
  try {
    await build(work, options)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function build(work: string, options: ReleaseOptions): Promise<void> {
  const started = new Date()
  const folder = resolve(options.output, options.version)
  const feed = resolve(options.output, 'feed.json')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const step = createSteps()
  const checkout = await createCheckout(join(work, 'checkout'), options.version, started.toISOString().slice(0, 10))
  step(`commit ${checkout.commit.slice(0, 12)}, tag ${options.version}`)
  await makePackages(work, folder, checkout, options)
  step('npm packages, documentation, GitHub Action')
  const images = await makeImages(work, checkout, options)
  for (const each of architectures) step(`image for ${each}: ${Math.round(images.bytes[each] / 1e6)} MB`)
  await writeSmallFiles(folder, { checkout, images, options })
  await writeSboms(work, { folder, checkout, images, docker: options.docker })
  step('small files and SBOMs')
  const bundled = await makeArchives(work, images, options)
  step('image archives')
  await describeRelease(folder, { checkout, images, options, started, bundled })
  await writeChecksums(folder, bundled)
  await signFile(folder, 'checksums.txt', options)
  for (const architecture of architectures) {
    const facts = { architecture, version: options.version, epoch: checkout.epoch }
    await signFile(folder, await packBundle(folder, join(work, 'bundle'), facts), options)
  }
  const url = `${options.baseUrl}/${options.version}/notes.md`
  await writeFile(feed, `${JSON.stringify({ version: options.version, url })}\n`)
  step('signatures, offline bundles, feed')
  await cp(images.layout, resolve(options.output, 'layout'), { recursive: true, force: true })
  if (options.isPublished) await publish({ repository: root, work, folder, feed, checkout, images }, options)
  console.log(
    options.isPublished ? `published ${options.version}` : `dry run: ${folder} is complete, nothing was published`,
  )
}

function createSteps(): (what: string) => void {
  let last = performance.now()
  return (what) => {
    console.error(`  ${((performance.now() - last) / 1_000).toFixed(1).padStart(6)} s  ${what}`)
    last = performance.now()
  }
}

async function makePackages(
  work: string,
  folder: string,
  { folder: checkout, epoch }: ReleaseCheckout,
  { version, sourceUrl }: ReleaseOptions,
): Promise<void> {
  const node = process.execPath
  const environment = { RELEASE_SOURCE: sourceUrl }
  for (const [tool, name] of [
    ['pack-cli', `longshore-${version}.tgz`],
    ['pack-sdk', `longshore-sdk-${version}.tgz`],
  ]) {
    await run([node, join(checkout, `tools/${tool}.ts`), join(work, `${tool}`)], { cwd: checkout, environment })
    await cp(join(work, `${tool}`, `${name}`), join(folder, `${name}`))
  }
  await run([node, join(checkout, 'tools/build-docs.ts'), join(work, 'docs')], { cwd: checkout })
  await packFolder(join(folder, `longshore-docs-${version}.tar.gz`), { folder: work, names: ['docs'], epoch })
  const action = { folder: checkout, names: ['action', 'apps/cli/package.json'], epoch }
  await packFolder(join(folder, `longshore-action-${version}.tar.gz`), action)
}

interface Facts {
  readonly checkout: ReleaseCheckout
  readonly images: ServerImages
  readonly options: ReleaseOptions
}

async function writeSmallFiles(folder: string, { checkout, images, options }: Facts): Promise<void> {
  const others = composeImages(await readFile(join(checkout.folder, 'compose.yaml'), 'utf8'), await readLock())
  const script = await joinHostScript({ ...options, releaseKey: await readPublicKey(options) })
  const files = {
    'version.txt': `${options.version}\n`,
    'image.txt': `${images.image}\n`,
    'images.txt': others.map((each) => `${referenceOf(each)}\n`).join(''),
    'notes.md': checkout.notes,
    'install.sh': script,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

async function makeArchives(work: string, images: ServerImages, options: ReleaseOptions): Promise<ReleaseFile[]> {
  const others = composeImages(await readFile(join(root, 'compose.yaml'), 'utf8'), await readLock())
  const saved: ReleaseFile[] = []
  for (const [architecture, tag] of images.tags)
    saved.push(await saveImages(join(work, 'bundle'), { architecture, tag, others }, options))
  return saved
}

/** The provenance names all files that were built. The manifest is for programs that list releases. */
async function describeRelease(
  folder: string,
  facts: Facts & { started: Date; bundled: readonly ReleaseFile[] },
): Promise<void> {
  const { checkout, images, options } = facts
  const files = await listReleaseFiles(folder)
  const { GITHUB_RUN_ID: runId, GITHUB_RUN_ATTEMPT: attempt = '1', GITHUB_WORKFLOW_REF: workflow } = process.env
  const provenance = createProvenance({
    files: [...files, ...facts.bundled],
    image: images.image,
    version: options.version,
    sourceUrl: options.sourceUrl,
    commit: checkout.commit,
    bases: images.bases,
    builder: workflow ?? 'local',
    invocation: runId === undefined ? 'local' : `${options.sourceUrl}/actions/runs/${runId}/attempts/${attempt}`,
    startedOn: facts.started.toISOString(),
    finishedOn: new Date().toISOString(),
  })
  await writeFile(join(folder, 'provenance.json'), `${JSON.stringify(provenance, null, 1)}\n`)
  const manifest = {
    version: options.version,
    publishedAt: new Date().toISOString(),
    image: images.image,
    commit: checkout.commit,
    files: await listReleaseFiles(folder),
    bundled: facts.bundled,
  }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`)
}
