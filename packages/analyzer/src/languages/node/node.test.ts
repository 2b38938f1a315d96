import { expect, test } from 'vitest'
import { analyze } from '../../analyze.ts'
import { treeOf } from '../../tree.ts'

type Files = Record<string, string | object>

async function servicesOf(files: Files) {
  const texts = Object.entries(files).map(([path, file]) => [
    path,
    typeof file === 'string' ? file : JSON.stringify(file),
  ])
  return (await analyze(treeOf(Object.fromEntries(texts)))).services
}

const bun: Files = {
  'package.json': { name: 'poll', scripts: { start: 'bun index.ts' } },
  'bun.lock': '',
  'index.ts': 'Bun.serve({ port: 3000, fetch: () => new Response() })\n',
}

test.each([
  ['.bun-version', { '.bun-version': '1.3.0\n' }, '1.3.0', '1.3'],
  ['.tool-versions', { '.tool-versions': 'bun 1.2.4\nnodejs 22\n' }, '1.2.4', '1.2'],
  ['packageManager', { 'package.json': { name: 'poll', packageManager: 'bun@1.2.9', scripts: { start: 'bun index.ts' } } }, '1.2.9', '1.2'],
  ['engines', { 'package.json': { name: 'poll', engines: { bun: '>=1.1', node: '22' }, scripts: { start: 'bun index.ts' } } }, '1.1', '1'],
  ['nothing', { '.nvmrc': '22\n' }, null, '1'],
])('reads the version of Bun from %s', async (_where, files, version, tag) => {
  const [service] = await servicesOf({ ...bun, ...files })
  expect(service?.version).toBe(version)
  expect(service?.dockerfile?.text).toContain(`FROM oven/bun:${tag}-slim AS run`)
}) // biome-ignore format: a table

const payload: Files = {
  'package.json': {
    name: 'cms',
    scripts: { build: 'next build', start: 'next start' },
    dependencies: { next: '15.4.7', payload: '3.59.1', '@payloadcms/db-postgres': '3.59.1' },
  },
  'package-lock.json': {},
  'src/payload.config.ts': 'export default buildConfig({})\n',
}

test('Payload migrates before a release if it has migrations', async () => {
  const [without] = await servicesOf(payload)
  expect(without?.releaseCommand).toBe(null)
  const [service] = await servicesOf({ ...payload, 'src/migrations/20250910_081500_initial.ts': '' })
  expect(service?.releaseCommand).toBe('payload migrate')
})

function workspace(manager: 'npm' | 'pnpm', database: Files = {}): Files {
  const lock: Files =
    manager === 'npm'
      ? { 'package-lock.json': {} }
      : { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': "packages: ['apps/*', 'packages/*']\n" }
  return {
    'package.json': { name: 'campus', private: true, workspaces: ['apps/*', 'packages/*'] },
    ...lock,
    'apps/web/package.json': {
      name: 'web',
      scripts: { build: 'next build', start: 'next start' },
      dependencies: { next: '^15.5.0', '@repo/database': manager === 'npm' ? '*' : 'workspace:*' },
    },
    'packages/database/package.json': {
      name: '@repo/database',
      scripts: { build: 'prisma generate' },
      dependencies: { '@prisma/client': '^6' },
      devDependencies: { prisma: '^6' },
    },
    'packages/database/prisma/schema.prisma': 'datasource db {\n  provider = "postgresql"\n}\n',
    'packages/database/prisma/migrations/20250901100000_init/migration.sql': '',
    ...database,
  }
}

test.each([
  ['npm', {}, 'prisma migrate deploy --schema ../../packages/database/prisma/schema.prisma'],
  ['npm', { 'packages/database/prisma.config.ts': '' }, 'prisma migrate deploy --config ../../packages/database/prisma.config.ts'],
  ['pnpm', {}, '../../packages/database/node_modules/.bin/prisma migrate deploy --schema ../../packages/database/prisma/schema.prisma'],
] as const)('runs migrations of a workspace package before a release: %s %s', async (manager, files, command) => {
  const [service] = await servicesOf(workspace(manager, files))
  expect(service?.releaseCommand).toBe(command)
  // The image must contain both its program and the generated client.
  expect(service?.dockerfile?.text).not.toMatch(/prune|--prod|rm -rf node_modules|standalone/)
}) // biome-ignore format: a table

test('a workspace package without migrations adds no release command', async () => {
  const { 'packages/database/prisma/migrations/20250901100000_init/migration.sql': _, ...files } = workspace('npm')
  const [service] = await servicesOf(files)
  expect(service?.releaseCommand).toBe(null)
})

test('the output of an Nx project is its build output', async () => {
  const files: Files = {
    'package.json': { name: 'office', dependencies: { react: '^19' }, devDependencies: { nx: '21', vite: '^7' } },
    'package-lock.json': {},
    'nx.json': {},
    'apps/dashboard/project.json': { name: 'dashboard', projectType: 'application' },
    'apps/dashboard/index.html': '<html></html>',
    'apps/dashboard/vite.config.ts': "export default { build: { outDir: '../../dist/apps/dashboard' } }\n",
  }
  const [service] = await servicesOf(files)
  expect(service?.outputDirectory).toBe('dist/apps/dashboard')
  expect(service?.dockerfile?.text).toContain('COPY --from=build /app/dist/apps/dashboard /srv')
})

test('a package whose start script is the worker is one service', async () => {
  const files: Files = {
    'package.json': {
      name: 'thumbnailer',
      scripts: { build: 'tsc', start: 'node dist/worker.js' },
      dependencies: { bullmq: '^5' },
      devDependencies: { typescript: '^5' },
    },
    'package-lock.json': {},
    'tsconfig.json': { compilerOptions: { rootDir: 'src', outDir: 'dist' } },
    'src/worker.ts': "import { Worker } from 'bullmq'\nnew Worker('thumbnails', resize)\n",
  }
  expect((await servicesOf(files)).map(({ kind, startCommand }) => `${kind} ${startCommand}`)).toEqual([
    'worker node dist/worker.js',
  ])
})
