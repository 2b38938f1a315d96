/** The bills of materials of a release: one for each npm package and one for the image of each architecture. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseCheckout } from './checkout.ts'
import type { ServerImages } from './image/make-images.ts'
import { run } from './run.ts'
import { parseGoModules, parsePrograms, readDebianPackages, writeImageSbom, writePackageSbom } from './sbom.ts'

export async function writeSboms(
  work: string,
  facts: { folder: string; checkout: ReleaseCheckout; images: ServerImages; docker: string },
): Promise<void> {
  const { folder, images, docker } = facts
  const checkout = facts.checkout.folder
  for (const [name, workspace] of Object.entries({ cli: '@longshore/cli', sdk: '@longshore/sdk' }))
    await writePackageSbom(checkout, { workspace, path: join(folder, `sbom-${name}.cdx.json`) })
  const npm = join(work, 'sbom-server.cdx.json')
  await writePackageSbom(checkout, { workspace: '@longshore/server', path: npm })
  const goMods = await Promise.all(
    ['go.mod', 'limits/go.mod'].map((each) => readFile(join(checkout, 'packages/proxy', each), 'utf8')),
  )
  for (const [architecture, tag] of images.tags) {
    const debian = join(work, `debian-${architecture}`)
    await copyOut(docker, { tag, platform: `linux/${architecture}`, to: debian })
    const more = [
      ...(await readDebianPackages(join(debian, 'status.d'))),
      ...goMods.flatMap(parseGoModules),
      ...parsePrograms(images.bases, architecture),
    ]
    const path = join(folder, `sbom-image-${architecture}.cdx.json`)
    await writeImageSbom(path, { npm, image: images.image, more })
  }
}

/** Reads the image without starting it, so this works for every architecture. */
async function copyOut(
  docker: string,
  { tag, platform, to }: { tag: string; platform: string; to: string },
): Promise<void> {
  await mkdir(to)
  const id = (await run([docker, 'create', '--platform', platform, tag])).trim()
  try {
    await run([docker, 'cp', `${id}:/var/lib/dpkg/status.d`, to])
  } finally {
    await run([docker, 'rm', id])
  }
}
