/** Compares the files of two commits, and recognizes database migrations by their paths. Pure. */
export interface ListedFile {
  readonly path: string
  /** Hash of the content. */
  readonly id: string
}

/** Returns the paths of files that were added, removed, or changed, sorted. */
export function changedPaths(before: readonly ListedFile[], after: readonly ListedFile[]): string[] {
  const old = new Map(before.map(({ path, id }) => [path, id]))
  const changed = after.filter(({ path, id }) => old.get(path) !== id).map(({ path }) => path)
  for (const { path } of after) old.delete(path)
  return [...changed, ...old.keys()].sort()
}

const code = '(?:sql|[cm]?[jt]s|py|rb|php|exs?|go|cs|java|kt|xml|ya?ml)'
/** Folders and names of Rails, Django, Laravel, Prisma, Knex, Drizzle, Ecto, Alembic, Flyway, Liquibase, and the like. */
const patterns = [
  new RegExp(`(?:^|/)(?:migrations?|migrate)/[^\\n]*\\.${code}$`, 'i'),
  /(?:^|\/)alembic\/versions\/[^/\n]*\.py$/,
  /(?:^|\/)drizzle\/[^/\n]*\.sql$/,
  /(?:^|\/)db\/changelog\/[^\n]*\.(?:sql|xml|ya?ml)$/i,
  /(?:^|\/)[VU]\d[\d._]*__[^/\n]*\.sql$/,
]
const others =
  /(?:^|\/)(?:node_modules|vendor|tests?|__tests__|spec|docs?)\/|(?:^|\/)__init__\.py$|\.(?:test|spec)\.[cm]?[jt]s$/

export function isMigration(path: string): boolean {
  return !others.test(path) && patterns.some((pattern) => pattern.test(path))
}
