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

const extensions = new Set([
  'sql', 'js', 'cjs', 'mjs', 'ts', 'cts', 'mts', 'py', 'rb', 'php', 'ex', 'exs', 'go', 'cs', 'java', 'kt', 'xml', 'yaml', 'yml',
]) // biome-ignore format: a list
/** Names of folders whose files belong to tests, documentation, or other people's packages. */
const otherFolders = new Set(['node_modules', 'vendor', 'test', 'tests', '__tests__', 'spec', 'doc', 'docs'])

/** Recognizes the folders and names of Rails, Django, Laravel, Prisma, Knex, Drizzle, Ecto, Alembic, Flyway, and Liquibase. */
export function isMigration(path: string): boolean {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!extensions.has(extension) || name === '__init__.py' || /\.(?:test|spec)\.[cm]?[jt]s$/.test(name)) return false
  if (folders.some((folder) => otherFolders.has(folder))) return false
  const isInside = (parent: string, child: string) =>
    folders.some((folder, index) => folder === parent && folders[index + 1] === child)
  return (
    folders.some((folder) => /^(?:migrations?|migrate)$/i.test(folder)) ||
    isInside('alembic', 'versions') ||
    isInside('db', 'changelog') ||
    (extension === 'sql' && (folders.at(-1) === 'drizzle' || (/^[VU]\d/.test(name) && name.includes('__'))))
  )
}
