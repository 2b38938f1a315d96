/** Sets the version in the files of a checkout that name it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'

const manifest = /(?:^|\/)package\.json$/
const ownManifest = /^(?:package\.json|(?:apps|packages)\/[^/]+\/package\.json|(?:e2e|bench)\/package\.json)$/
/** Files that name the image, the npm package, or the GitHub Action as people run them. */
const imageFiles = /^(?:compose\.yaml|README\.md|docs\/.+\.(?:md|yml)|action\/.+|e2e\/support\/.+\.ts)$/

export async function readVersion(folder: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return version
}

/** Returns the changed files. */
export async function setVersion(folder: string, version: string): Promise<string[]> {
  const previous = await readVersion(folder)
  const listed = (await run(['git', '-C', folder, 'ls-files', '-z'])).split('\0')
  const changed: string[] = []
  for (const path of listed) {
    const isOwn = ownManifest.test(path) || path === 'apps/server/openapi.json'
    if (!isOwn && !imageFiles.test(path)) continue
    const text = await readFile(join(folder, path), 'utf8')
    const next = replaceVersion(path, text, { previous, version })
    if (next === text) continue
    await writeFile(join(folder, path), next)
    changed.push(path)
  }
  return changed
}

export function replaceVersion(
  path: string,
  text: string,
  { previous, version }: { previous: string; version: string },
) {
  // The first one is the version of the package or of the API; later ones are examples.
  if (manifest.test(path) || path.endsWith('openapi.json'))
    return text.replace(`"version": "${previous}"`, `"version": "${version}"`)
  const names = ['longshore-server:', 'longshore@', 'longshore/action@']
  return names.reduce((result, name) => result.replaceAll(`${name}${previous}`, `${name}${version}`), text)
}

/** True if `one` is lower than `other`. */
export function isLower(one: string, other: string): boolean {
  const [left, right] = [one, other].map((each) => each.split('.').map(Number))
  const at = left?.findIndex((number, index) => number !== right?.[index]) ?? -1
  return at >= 0 && (left?.[at] ?? 0) < (right?.[at] ?? 0)
}
