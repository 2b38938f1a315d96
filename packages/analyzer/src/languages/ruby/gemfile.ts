/** Reads the Gemfile: gems outside of the development and test groups, and the Ruby version. */

import { type Claim, claim } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, readFile, sourceAt, sourceOf } from '../code/code-file.ts'
import type { Dependencies } from '../make-app.ts'
import { lowestOf, plainVersion, versionFromFiles } from '../version-files.ts'

export interface Gemfile {
  readonly code: CodeFile | null
  readonly gems: Dependencies
}

export async function readGemfile(folder: Folder): Promise<Gemfile> {
  const gems: Dependencies = new Map()
  const code = (await readFile(folder, 'Gemfile')) ?? (await readFile(folder, 'gems.rb'))
  if (code === null) return { code, gems }
  let developmentDepth = 0
  for (const [index, line] of code.lines.entries()) {
    const text = line.trim()
    if (developmentDepth > 0) {
      if (/\bdo\b/.test(text)) developmentDepth += 1
      else if (text === 'end') developmentDepth -= 1
      continue
    }
    if (/^group\b/.test(text) && /:?(?:development|test)\b/.test(text) && !/:?production\b/.test(text))
      developmentDepth = 1
    const gem = /^gem[ \t(]+["']([\w.-]{1,100})["'](?:[ \t]*,[ \t]*["']([^"']{1,60})["'])?/.exec(text)
    if (gem?.[1] !== undefined && !/group:?[ \t=>]*\[?:(?:development|test)/.test(text)) {
      gems.set(gem[1], { version: gem[2] ?? null, file: folder.full(code.file), line: index + 1 })
    }
  }
  return { code, gems }
}

export async function findRubyVersion(folder: Folder, gemfile: Gemfile): Promise<Claim<string> | null> {
  const file = await versionFromFiles(folder, ['.ruby-version'], ['ruby'])
  if (file !== null) return file
  const stated = gemfile.code === null ? null : findLine([gemfile.code], /^[ \t]*ruby[ \t(]+["']([^"']{1,30})["']/)
  const version = lowestOf(stated?.match[1]?.replace(/^~>[ \t]*/, '') ?? '') ?? plainVersion(stated?.match[1] ?? '')
  if (stated !== null && version !== null)
    return claim(version, /^\d/.test(stated.match[1] ?? '') ? 1 : 0.9, sourceOf(stated))
  const lock = await readFile(folder, 'Gemfile.lock')
  const index = lock?.lines.indexOf('RUBY VERSION') ?? -1
  const locked = lock === null || index === -1 ? null : /ruby (\d+\.\d+\.\d+)/.exec(lock.lines[index + 1] ?? '')
  return lock === null || locked?.[1] === undefined ? null : claim(locked[1], 1, sourceAt(lock, index + 2))
}
