/** Software bills of materials in CycloneDX: of the npm packages as pnpm lists them, and of the images with everything in them. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Architecture } from './options.ts'
import { run } from './run.ts'

export interface Component {
  readonly type: string
  readonly name: string
  readonly version: string
  readonly purl: string
}

interface Sbom {
  components?: unknown[]
  metadata?: { component?: Record<string, unknown> }
  [field: string]: unknown
}

export async function writePackageSbom(
  checkout: string,
  { workspace, path }: { workspace: string; path: string },
): Promise<void> {
  const form = ['--sbom-format', 'cyclonedx', '--prod', '--filter', workspace]
  await run(['pnpm', 'sbom', ...form, '--sbom-type', 'application', '--out', path], { cwd: checkout })
}

/** `npm` is the file that pnpm wrote for the server; `more` are the parts that pnpm doesn't know. */
export async function writeImageSbom(
  path: string,
  { npm, image, more }: { npm: string; image: string; more: readonly Component[] },
): Promise<void> {
  const sbom: Sbom = JSON.parse(await readFile(npm, 'utf8'))
  const [name = '', version = ''] = image.split('@')
  const component = { ...sbom.metadata?.component, type: 'container', name, version }
  const components = [...(sbom.components ?? []), ...more.map((each) => ({ 'bom-ref': each.purl, ...each }))]
  await writeFile(
    path,
    `${JSON.stringify({ ...sbom, metadata: { ...sbom.metadata, component }, components }, null, 1)}\n`,
  )
}

/** Debian packages of the image: one file for each in `var/lib/dpkg/status.d`. */
export async function readDebianPackages(folder: string): Promise<Component[]> {
  const names = (await readdir(folder)).sort()
  return await Promise.all(names.map(async (name) => parseDebianPackage(await readFile(join(folder, name), 'utf8'))))
}

export function parseDebianPackage(control: string): Component {
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(control)?.[1] ?? ''
  const [name, version] = [field('Package'), field('Version')]
  if (name === '' || version === '') throw new Error('a Debian package has no name or version')
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${field('Architecture')}`
  return { type: 'library', name, version, purl }
}

/** Go modules that the programs for servers are compiled from. */
export function parseGoModules(goMod: string): Component[] {
  return [...goMod.matchAll(/^(?:require )?\s*([\w.-]+\.[\w./~-]+) (v\S+)/gm)].map(([, name = '', version = '']) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:golang/${name}@${version}`,
  }))
}

/** Programs that the image takes from other images. */
export function parsePrograms(bases: readonly string[], architecture: Architecture): Component[] {
  return bases.map((base) => {
    const [, name = base, version = 'unknown'] = /^(.+?):([^:@]+)(?:@.+)?$/.exec(base) ?? []
    return { type: 'container', name, version, purl: `pkg:docker/${name}@${version}?arch=${architecture}` }
  })
}
