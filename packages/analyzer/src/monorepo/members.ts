import { folderRoleOf } from '../ignored.ts'
import { baseName, folderOf, relativeTo } from '../languages/folder-paths.ts'
import type { Repository } from '../repository.ts'
import { isMember } from './match-folder.ts'

const maxMembers = 500

/** Folders below `root` that contain this file and match the patterns. */
export function memberFolders(
  repository: Repository,
  root: string,
  { manifest, patterns }: { manifest: string; patterns: readonly string[] },
): string[] {
  return foldersWith(repository, root, manifest).filter((folder) => isMember(relativeTo(root, folder), patterns))
}

export function foldersWith(repository: Repository, root: string, manifest: string): string[] {
  return repository
    .filesBelow(root)
    .filter((path) => baseName(path) === manifest && folderRoleOf(path, '.') !== 'foreign')
    .map(folderOf)
    .filter((folder) => folder !== root)
    .slice(0, maxMembers)
}

/** Keyed by the name in the manifest; duplicates are keyed by their folders. */
export function byName(folders: readonly string[], nameOf: (folder: string) => string | null): Map<string, string> {
  const members = new Map<string, string>()
  for (const folder of folders) {
    const name = nameOf(folder) ?? baseName(folder)
    members.set(members.has(name) ? folder : name, folder)
  }
  return members
}
