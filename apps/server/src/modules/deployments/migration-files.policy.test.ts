import { expect, test } from 'vitest'
import { changedPaths, isMigration } from './migration-files.policy.ts'

test('finds added, removed, and changed files', () => {
  const before = [file('a.ts', '1'), file('b.ts', '2'), file('c.ts', '3')]
  const after = [file('a.ts', '1'), file('b.ts', '9'), file('d.ts', '4')]
  expect(changedPaths(before, after)).toEqual(['b.ts', 'c.ts', 'd.ts'])
  expect(changedPaths(after, after)).toEqual([])
  expect(changedPaths([], [file('a.ts', '1')])).toEqual(['a.ts'])
})

test.each([
  'db/migrate/20260101120000_add_price.rb',
  'shop/migrations/0004_price.py',
  'database/migrations/2026_01_01_000000_create_orders_table.php',
  'prisma/migrations/20260101_init/migration.sql',
  'apps/api/migrations/0045_scheduled.sql',
  'src/migrations/1700000000-AddPrice.ts',
  'priv/repo/migrations/20260101_add_price.exs',
  'alembic/versions/1a2b3c_price.py',
  'drizzle/0003_calm_hulk.sql',
  'src/main/resources/db/migration/V2__price.sql',
  'sql/V2.1__price.sql',
  'src/main/resources/db/changelog/2-price.yaml',
])('%s is a migration', (path) => {
  expect(isMigration(path)).toBe(true)
})

test.each([
  'src/migrations.ts',
  'shop/migrations/__init__.py',
  'migrations/README.md',
  'prisma/migrations/migration_lock.toml',
  'node_modules/pkg/migrations/1.js',
  'docs/migrations/from-v1.yaml',
  'src/migrations/run.test.ts',
  'src/immigration/form.ts',
  'CHANGELOG.md',
  'changelogs/unreleased/price.yml',
])('%s is not a migration', (path) => {
  expect(isMigration(path)).toBe(false)
})

function file(path: string, id: string) {
  return { path, id }
}
