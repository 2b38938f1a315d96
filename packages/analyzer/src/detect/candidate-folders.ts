/** Finds folders with a manifest, which can be apps. */

import { type FolderRole, folderRoleOf } from '../ignored.ts'
import type { Language } from '../languages/language.ts'
import type { Scope } from '../scope.ts'

export interface Candidate {
  readonly path: string
  readonly role: FolderRole
  readonly languages: readonly Language[]
}

/** Far more than any real repository has; the shallowest are kept. */
const maxCandidates = 300

export function findCandidates(scope: Scope, languages: readonly Language[]): readonly Candidate[] {
  const found = new Map<string, { role: FolderRole; languages: Set<Language> }>()
  for (const path of scope.repository.filesBelow(scope.rootDirectory)) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const matching = languages.filter((language) => language.manifests.some((pattern) => pattern.test(name)))
    if (matching.length === 0) continue
    const role = folderRoleOf(path, scope.rootDirectory)
    if (role === 'foreign') continue
    const folder = path === name ? '.' : path.slice(0, -name.length - 1)
    const known = found.get(folder) ?? { role, languages: new Set() }
    for (const language of matching) known.languages.add(language)
    found.set(folder, known)
  }
  return [...found]
    .map(([path, { role, languages: its }]) => ({
      path,
      role,
      languages: languages.filter((one) => its.has(one)),
    }))
    .sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1))
    .slice(0, maxCandidates)
}

export function depth(path: string): number {
  return path === '.' ? 0 : path.split('/').length
}
