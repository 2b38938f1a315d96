/** Finds the version of Node.js or Bun that the repository requests. */
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { lineOfKey } from '../../lines.ts'
import { textAt } from '../../values.ts'
import { ancestors } from '../folder-paths.ts'
import { isOlder, lowestOf, minorOf, versionFromFiles } from '../version-files.ts'

/** Default version of images: the oldest one in long-term support. */
export const defaultMajor = 24

const ltsNames: Readonly<Record<string, string>> = {
  gallium: '16',
  hydrogen: '18',
  iron: '20',
  jod: '22',
  krypton: '24',
}

/** Uses the order of version managers; `engines` comes last because it often names only the minimum. */
export async function readNodeVersion(folder: Folder): Promise<Claim<string> | null> {
  return (
    (await fromVolta(folder)) ??
    (await fromLtsName(folder)) ??
    (await versionFromFiles(folder, ['.nvmrc', '.node-version'], ['nodejs', 'node'])) ??
    (await fromEngines(folder, 'node'))
  )
}

/** Used by programs that Bun runs. */
export async function readBunVersion(folder: Folder): Promise<Claim<string> | null> {
  return (
    (await versionFromFiles(folder, ['.bun-version'], ['bun'])) ??
    (await fromManager(folder)) ??
    (await fromEngines(folder, 'bun'))
  )
}

async function fromManager(folder: Folder): Promise<Claim<string> | null> {
  for (const place of [folder, ...ancestors(folder)]) {
    const field = textAt(await place.document('package.json'), 'packageManager')
    const version = /^bun@(\d{1,4}(?:\.\d{1,4}){0,2})/.exec(field ?? '')?.[1]
    if (version === undefined) continue
    const line = lineOfKey((await place.text('package.json')) ?? '', 'packageManager')
    return claim(version, 1, source(place.full('package.json'), line, `packageManager: ${field}`))
  }
  return null
}

async function fromVolta(folder: Folder): Promise<Claim<string> | null> {
  for (const place of [folder, ...ancestors(folder)]) {
    const version = textAt(await place.document('package.json'), 'volta', 'node')
    if (version === null || !/^\d/.test(version)) continue
    const line = lineOfKey((await place.text('package.json')) ?? '', 'volta', 'node')
    return claim(version, 1, source(place.full('package.json'), line, `volta.node: ${version}`))
  }
  return null
}

async function fromLtsName(folder: Folder): Promise<Claim<string> | null> {
  for (const place of [folder, ...ancestors(folder)]) {
    const text = ((await place.text('.nvmrc')) ?? '').trim()
    const version = /^lts\/(\w{2,20})$/i.exec(text)?.[1]
    const major = version === undefined ? undefined : ltsNames[version.toLowerCase()]
    if (major !== undefined) return claim(major, 1, source(place.full('.nvmrc'), 1, text))
  }
  return null
}

async function fromEngines(folder: Folder, program: 'node' | 'bun'): Promise<Claim<string> | null> {
  for (const place of [folder, ...ancestors(folder)]) {
    const range = textAt(await place.document('package.json'), 'engines', program)
    const lowest = range === null ? null : lowestOfRange(range)
    if (lowest === null) continue
    const version = /^~?\d+\.\d+\.\d+$/.test(range ?? '') ? lowest : withoutZeros(lowest)
    const line = lineOfKey((await place.text('package.json')) ?? '', 'engines', program)
    return claim(version, 0.95, source(place.full('package.json'), line, `engines.${program}: ${range}`))
  }
  return null
}

/** Returns the newest of several ranges: `^20.19.0 || >=22.12.0` runs on a version that still gets fixes. */
function lowestOfRange(range: string): string | null {
  const lowest = range.split('||').flatMap((part) => lowestOf(part.split(/\.[xX*]/, 1)[0] ?? '') ?? [])
  return lowest.toSorted((a, b) => (isOlder(a, b) ? 1 : -1))[0] ?? null
}

function withoutZeros(version: string): string {
  return version.endsWith('.0') ? withoutZeros(version.slice(0, -2)) : version
}

/** Returns the image tag. "At least" gets the current version, because old versions get no fixes. */
export function imageMajor(version: Claim<string> | null): number {
  const major = Number(version?.value.split('.')[0])
  if (version === null || !Number.isInteger(major) || major < 12 || major > 60) return defaultMajor
  const isOpen = version.sources.some((one) => />/.test(one.what) && !/</.test(one.what))
  return isOpen ? Math.max(major, defaultMajor) : major
}

/** Bun tags: the newest release of the line that the repository names. */
export function bunTag(version: Claim<string> | null): string {
  const isOpen = version?.sources.some((one) => />/.test(one.what)) === true
  return version === null || isOpen ? '1' : minorOf(version.value)
}
