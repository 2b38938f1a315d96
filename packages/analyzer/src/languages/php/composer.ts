/** Reads composer.json: packages, the PHP version, and the required extensions. */
import { type Claim, claim, source } from '../../claim.ts'
import { parseJson } from '../../documents.ts'
import type { Folder } from '../../folder.ts'
import { isRecord, listAt, recordAt, textAt } from '../../values.ts'
import { type CodeFile, codeFile } from '../code/code-file.ts'
import type { Dependencies } from '../make-app.ts'
import { isOlder, lowestOf, versionFromFiles } from '../version-files.ts'

export interface Composer {
  readonly code: CodeFile | null
  readonly value: Record<string, unknown>
  readonly packages: Dependencies
  /** Names without the prefix `ext-`. */
  readonly extensions: ReadonlySet<string>
}

export async function readComposer(folder: Folder): Promise<Composer> {
  const text = await folder.text('composer.json')
  const parsed = text === null ? null : parseJson(text).value
  const value = isRecord(parsed) ? parsed : {}
  const code = text === null ? null : codeFile(folder, 'composer.json', text)
  const packages: Dependencies = new Map()
  for (const [name, version] of Object.entries(recordAt(value, 'require'))) {
    const index = code?.lines.findIndex((line) => line.includes(`"${name}"`)) ?? -1
    packages.set(name, {
      version: typeof version === 'string' ? version : null,
      file: folder.full('composer.json'),
      line: index === -1 ? null : index + 1,
    })
  }
  return { code, value, packages, extensions: await extensionsOf(folder, packages) }
}

async function extensionsOf(folder: Folder, packages: Dependencies): Promise<Set<string>> {
  const found = new Set<string>()
  const add = (name: string) => {
    if (/^ext-[a-z][\w-]{1,30}$/i.test(name)) found.add(name.slice(4).toLowerCase())
  }
  for (const name of packages.keys()) add(name)
  const lock = await folder.text('composer.lock')
  for (const entry of lock === null ? [] : listAt(parseJson(lock).value, 'packages')) {
    for (const name of Object.keys(recordAt(entry, 'require'))) add(name)
  }
  return found
}

export async function findPhpVersion(folder: Folder, { code, value }: Composer): Promise<Claim<string> | null> {
  const file = await versionFromFiles(folder, ['.php-version'], ['php'])
  if (file !== null) return file
  const platform = textAt(value, 'config', 'platform', 'php')
  const stated = platform ?? textAt(value, 'require', 'php')
  const version = stated === null ? null : highestLow(stated)
  if (stated === null || version === null || code === null) return null
  const index = code.lines.findIndex((line) => line.includes('"php"'))
  return claim(
    version,
    platform === null ? 0.9 : 1,
    source(folder.full('composer.json'), index === -1 ? null : index + 1, `php ${stated}`),
  )
}

/** For `^7.4 || ^8.1`, returns the lowest version of the newest alternative. */
function highestLow(constraint: string): string | null {
  const all = constraint.split('|').flatMap((part) => lowestOf(part.trim()) ?? [])
  return all.reduce<string | null>((best, next) => (best === null || isOlder(best, next) ? next : best), null)
}
