/** Reads the files of version managers: a file with one version, `.tool-versions`, `mise.toml`. */
import { type Claim, claim } from '../claim.ts'
import type { Folder } from '../folder.ts'
import { readFiles, sourceAt } from './code/code-file.ts'
import { ancestors } from './folder-paths.ts'

/** Searches this folder and, like these tools, the folders above it. */
export async function versionFromFiles(
  folder: Folder,
  single: readonly string[],
  tools: readonly string[],
): Promise<Claim<string> | null> {
  for (const place of [folder, ...ancestors(folder)]) {
    const found = (await fromSingle(place, single)) ?? (await fromToolVersions(place, tools))
    if (found !== null) return found
  }
  return null
}

async function fromSingle(folder: Folder, names: readonly string[]): Promise<Claim<string> | null> {
  for (const code of await readFiles(folder, names)) {
    for (const [index, line] of code.lines.entries()) {
      const version = plainVersion(line)
      if (version !== null) return claim(version, 1, sourceAt(code, index + 1))
    }
  }
  return null
}

async function fromToolVersions(folder: Folder, tools: readonly string[]): Promise<Claim<string> | null> {
  for (const code of await readFiles(folder, ['.tool-versions', 'mise.toml', '.mise.toml', '.config/mise.toml'])) {
    for (const [index, line] of code.lines.entries()) {
      const match =
        /^[ \t]*"?([a-z]{2,20})"?[ \t=]{1,20}(?:\{[ \t]*version[ \t]*=[ \t]*)?(?:\[[ \t]*)?["']?([\w.+-]{1,60})/.exec(
          line,
        )
      const version = tools.includes(match?.[1] ?? '') ? plainVersion(match?.[2] ?? '') : null
      if (version !== null) return claim(version, 1, sourceAt(code, index + 1))
    }
  }
  return null
}

/** Extracts the digits of `python-3.12.1`, `ruby-3.3.0`, `temurin-21.0.2+13`, `v1.2`, and `3.12`. */
export function plainVersion(text: string): string | null {
  return /^[ \t]*(?:[a-z_]{1,30}[-@ ])?v?(\d{1,4}(?:\.\d{1,4}){0,2})(?!\d)/i.exec(text)?.[1] ?? null
}

/**
 * The lowest version that a constraint allows, with the written precision: `>=3.11,<4` → `3.11`, `~> 3.3.0` → `3.3.0`.
 */
export function lowestOf(constraint: string): string | null {
  const parts = constraint.split(/[,|\s]+/).filter((part) => part !== '' && !/^(?:<|!)/.test(part))
  for (const part of parts) {
    const version = /^[~^>=v]{0,4}(\d{1,4}(?:\.\d{1,4}){0,2})/.exec(part)?.[1]
    if (version !== undefined) return version
  }
  return null
}

/** `3.12.4` → `3.12`: images get their fixes under this name. */
export function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

export function isOlder(version: string, than: string): boolean {
  const left = version.split('.').map(Number)
  const right = than.split('.').map(Number)
  for (const [index, part] of right.entries()) {
    const own = left[index] ?? 0
    if (own !== part) return own < part
  }
  return false
}
