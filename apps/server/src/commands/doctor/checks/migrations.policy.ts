/** Compares the migration files of this release with those applied to a database; pure. */

export interface MigrationFile {
  readonly name: string
  readonly sha256: string
}

export function compareMigrations(
  files: readonly MigrationFile[],
  rows: readonly { version: string; sha256: string }[],
): { applied: number; pending: string[]; unknown: string[]; changed: string[] } {
  const byVersion = new Map(rows.map((row) => [row.version, row.sha256]))
  const versions = new Set(files.map(({ name }) => name.slice(0, 4)))
  const known = (file: MigrationFile) => byVersion.get(file.name.slice(0, 4))
  return {
    applied: files.filter((file) => known(file) !== undefined).length,
    pending: files.filter((file) => known(file) === undefined).map(({ name }) => name),
    unknown: [...byVersion.keys()].filter((each) => !versions.has(each)).sort(),
    changed: files.filter((file) => known(file) !== undefined && known(file) !== file.sha256).map(({ name }) => name),
  }
}
