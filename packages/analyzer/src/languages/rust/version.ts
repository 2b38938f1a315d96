import { type Claim, claim } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { textAt } from '../../values.ts'
import { findLine, readFiles, sourceAt, sourceOf } from '../code/code-file.ts'
import { ancestors } from '../folder-paths.ts'
import { versionFromFiles } from '../version-files.ts'
import { lineOfKey, type Manifest } from './cargo.ts'

export interface RustVersion {
  readonly version: Claim<string> | null
  /** The toolchain for the build; null if only a minimum is given, because newer compilers build old code. */
  readonly pinned: string | null
}

export async function findRustVersion(
  folder: Folder,
  manifest: Manifest,
  workspace: Manifest | null,
): Promise<RustVersion> {
  for (const place of [folder, ...ancestors(folder)]) {
    const files = await readFiles(place, ['rust-toolchain.toml', 'rust-toolchain'])
    const hit = findLine(files, /^(?:[ \t]*channel[ \t]*=[ \t]*)?"?(\d+\.\d+(?:\.\d+)?|nightly[\w-]{0,20})"?/)
    const version = hit?.match[1]
    if (hit !== null && version !== undefined) return { version: claim(version, 1, sourceOf(hit)), pinned: version }
  }
  const managed = await versionFromFiles(folder, [], ['rust'])
  if (managed !== null) return { version: managed, pinned: managed.value }
  for (const [place, ...keys] of [
    [manifest, 'package'],
    [workspace, 'workspace', 'package'],
  ] as const) {
    const stated = place === null ? null : textAt(place.value, ...keys, 'rust-version')
    if (place === null || stated === null) continue
    return {
      version: claim(stated, 0.9, sourceAt(place.code, lineOfKey(place.code, 'rust-version') ?? 1)),
      pinned: null,
    }
  }
  return { version: null, pinned: null }
}

export function rustTag(pinned: string | null): string {
  return pinned === null || pinned.startsWith('nightly') ? '1-bookworm' : `${pinned}-bookworm`
}
