import { expect, test } from 'vitest'
import { analyze } from '../../../analyze.ts'
import { treeOf } from '../../../tree.ts'

type Files = Record<string, string | object>

/** Returns the stages of the generated Dockerfile by name, in order. */
async function stagesOf(files: Files, service = 0): Promise<Map<string, string>> {
  const texts = Object.entries(files).map(([path, file]) => [
    path,
    typeof file === 'string' ? file : JSON.stringify(file),
  ])
  const report = await analyze(treeOf(Object.fromEntries(texts)))
  const text = report.services[service]?.dockerfile?.text ?? ''
  return new Map(
    text.split(/^(?=FROM )/m).flatMap((stage) => {
      const name = /^FROM \S+ AS (\w+)/.exec(stage)?.[1]
      return name === undefined ? [] : [[name, stage] as const]
    }),
  )
}

const express: Files = {
  'package.json': {
    name: 'shop',
    scripts: { build: 'tsc', start: 'node dist/server.js' },
    dependencies: { express: '^5.1.0' },
    devDependencies: { typescript: '^5.9.0' },
  },
  'package-lock.json': {},
  'src/server.ts': "import express from 'express'\nexpress().listen(3000)\n",
}

test('production packages have their own stage and layer, before the code', async () => {
  const stages = await stagesOf(express)
  expect([...stages.keys()]).toEqual(['packages', 'production', 'build', 'run'])
  expect(stages.get('production')).toContain('npm prune --omit=dev')
  const run = stages.get('run') ?? ''
  const packages = run.indexOf('COPY --from=production --chown=node:node /app /app')
  expect(packages).toBeGreaterThan(-1)
  expect(run.indexOf('COPY --from=build --chown=node:node /app /app')).toBeGreaterThan(packages)
})

test('a code change runs neither an installation nor a prune', async () => {
  const build = (await stagesOf(express)).get('build') ?? ''
  const after = build.slice(build.indexOf('COPY . .'))
  expect(after).toContain('RUN npm run build')
  expect(after).toContain('RUN rm -rf node_modules')
  expect(after).not.toMatch(/npm (?:ci|install|prune)/)
})

test('keeps build packages if the start command is one of them', async () => {
  const manifest = {
    name: 'bot',
    scripts: { start: 'tsx src/server.ts' },
    devDependencies: { tsx: '^4', express: '^5' },
  }
  const stages = await stagesOf({ ...express, 'package.json': manifest })
  expect([...stages.keys()]).toEqual(['packages', 'run'])
  expect(stages.get('run')).toContain('COPY --from=packages')
})

test('copies code without a build from the repository', async () => {
  const manifest = { name: 'shop', scripts: { start: 'node server.js' }, dependencies: { express: '^5' } }
  const stages = await stagesOf({
    ...express,
    'package.json': manifest,
    'server.js': 'require("express")().listen(80)\n',
  })
  expect([...stages.keys()]).toEqual(['packages', 'run'])
  expect(stages.get('packages')).toMatch(/npm ci --omit=dev\n/)
  expect(stages.get('run')).toContain('COPY --chown=node:node . /app')
})

test('development packages are there while install scripts of the app run', async () => {
  const manifest = {
    name: 'shop',
    scripts: { start: 'node server.js', postinstall: 'tsc' },
    dependencies: { express: '^5' },
  }
  const stages = await stagesOf({
    ...express,
    'package.json': manifest,
    'server.js': 'require("express")().listen(80)\n',
  })
  const text = [...stages.values()].join('')
  expect(text).toMatch(/npm ci\n/)
  expect(text.indexOf('npm prune --omit=dev')).toBeGreaterThan(text.indexOf('npm ci'))
})

test('Turborepo passes on the variables of the build', async () => {
  const web = { name: 'web', scripts: { build: 'next build', start: 'next start' }, dependencies: { next: '^16' } }
  const files = { ...workspace, 'turbo.json': {}, 'apps/api/package.json': web, 'apps/api/app/page.tsx': '' }
  const build = (await stagesOf(files)).get('build') ?? ''
  expect(build).toContain('turbo run build --filter=web --env-mode=loose')
  expect(build).toContain('.next/standalone/apps/api/server.js')
})

test('a client that is generated into node_modules stays there: one stage, pruned after the build', async () => {
  const manifest = {
    name: 'shop',
    scripts: { build: 'tsc', start: 'node dist/server.js' },
    dependencies: { express: '^5.1.0', '@prisma/client': '^6' },
    devDependencies: { typescript: '^5.9.0', prisma: '^6' },
  }
  const stages = await stagesOf({ ...express, 'package.json': manifest, 'prisma/schema.prisma': 'model A {}\n' })
  expect([...stages.keys()]).toEqual(['build', 'run'])
  const build = stages.get('build') ?? ''
  expect(build.indexOf('npm prune')).toBeGreaterThan(build.indexOf('prisma generate'))
})

const next = (version: string): Files => ({
  'package.json': {
    name: 'web',
    scripts: { build: 'next build', start: 'next start -p 4000' },
    dependencies: { next: version, react: '^19' },
  },
  'package-lock.json': {},
  'app/page.tsx': 'export default () => null\n',
})

test('requests a standalone server from Next.js, with the packages as a fallback', async () => {
  const stages = await stagesOf(next('^16.0.0'))
  const build = stages.get('build') ?? ''
  expect(build).toContain('ENV NEXT_PRIVATE_STANDALONE="true"')
  expect(build).toMatch(
    /if \[ -f \.next\/standalone\/server\.js \]; then .+; else cd \/app && npm prune --omit=dev && .+; fi/,
  )
  const run = stages.get('run') ?? ''
  expect(run.indexOf('/out/packages /app')).toBeGreaterThan(-1)
  expect(run.indexOf('/out/app /app')).toBeGreaterThan(run.indexOf('/out/packages /app'))
  // The same command starts it, whatever the build created.
  expect(run).toContain('CMD ["next", "start", "-p", "4000"]')
})

test('an older Next.js needs its packages to resize images', async () => {
  const stages = await stagesOf(next('14.2.0'))
  expect([...stages.values()].join('')).not.toContain('STANDALONE')
  expect([...stages.keys()]).toEqual(['packages', 'production', 'build', 'run'])
})

test('mounts the build cache of a framework and excludes it from images', async () => {
  expect((await stagesOf(next('^16.0.0'))).get('build')).toContain(
    'RUN --mount=type=cache,target=/app/.next/cache,sharing=locked \\\n    npm run build',
  )
})

const workspace: Files = {
  'package.json': { name: 'root', private: true, devDependencies: { turbo: '^2' } },
  'pnpm-workspace.yaml': 'packages:\n  - "apps/*"\n  - "packages/*"\n',
  'pnpm-lock.yaml': 'lockfileVersion: 9\n',
  'apps/api/package.json': {
    name: 'api',
    scripts: { build: 'tsc', start: 'node dist/index.js' },
    dependencies: { express: '^5', '@acme/ui': 'workspace:*' },
  },
  'apps/api/src/index.ts': "import express from 'express'\nimport { log } from '@acme/log'\nexpress().listen(3000)\n",
  'apps/docs/package.json': {
    name: 'docs',
    scripts: { build: 'vitepress build' },
    devDependencies: { vitepress: '^1' },
  },
  'packages/ui/package.json': { name: '@acme/ui' },
  'packages/log/package.json': { name: '@acme/log' },
  'packages/eslint-config/package.json': { name: '@acme/eslint-config' },
}

test('an app of a workspace gets its own packages and the members that it uses or imports', async () => {
  const stages = await stagesOf(workspace)
  expect(stages.get('production')).toContain('pnpm install --prod --frozen-lockfile --filter api...')
  expect(stages.get('manifests'), 'the image has the pinned pnpm').toContain('pnpm_config_pm_on_fail="ignore"')
  expect(stages.get('build')).toContain(
    'RUN rm -rf node_modules apps/api/node_modules packages/log/node_modules packages/ui/node_modules apps/docs packages/eslint-config\n',
  )
  expect(stages.get('run')).toContain('WORKDIR /app/apps/api\n')
})

test('includes a root with its own packages, because code can use them implicitly', async () => {
  const root = { name: 'root', private: true, dependencies: { dotenv: '^17' } }
  const stages = await stagesOf({ ...workspace, 'package.json': root })
  expect(stages.has('production')).toBe(false)
  expect(stages.get('run')).toContain('COPY --from=packages')
})

const nx: Files = {
  'package.json': {
    name: 'source',
    private: true,
    dependencies: { express: '^5' },
    devDependencies: { nx: '22', vite: '^7' },
  },
  'package-lock.json': {},
  'nx.json': {},
  'apps/api/project.json': {
    name: 'api',
    projectType: 'application',
    targets: { build: { executor: '@nx/esbuild:esbuild' } },
  },
  'apps/api/src/main.ts': "import express from 'express'\nexpress().listen(3000)\n",
  'apps/web/project.json': {
    name: 'web',
    projectType: 'application',
    targets: { build: { executor: '@nx/vite:build' } },
  },
  'apps/web/index.html': '<script type="module" src="/src/main.ts"></script>\n',
  'apps/web/vite.config.ts': "export default { root: __dirname, build: { outDir: '../../dist/apps/web' } }\n",
}

test('commands of an Nx project run at the workspace’s root, with its build output', async () => {
  const api = (await stagesOf(nx)).get('run') ?? ''
  expect(api).toContain('WORKDIR /app\n')
  expect(api).toContain('CMD ["node", "dist/apps/api/main.js"]')
  expect((await stagesOf(nx, 1)).get('run')).toContain('COPY --from=build /app/dist/apps/web /srv')
})

test('starts an Nx project at the output of its bundler', async () => {
  const config = "module.exports = { output: { path: join(__dirname, 'dist') } }\n"
  expect((await stagesOf({ ...nx, 'apps/api/webpack.config.js': config })).get('run')).toContain(
    'CMD ["node", "apps/api/dist/main.js"]',
  )
})

test('skips variable validation during the image build', async () => {
  const env = 'export const env = createEnv({ skipValidation: !!process.env.SKIP_ENV_VALIDATION })\n'
  expect((await stagesOf({ ...next('14.2.0'), 'src/env.js': env })).get('build')).toContain(
    'ENV SKIP_ENV_VALIDATION="1"',
  )
  expect((await stagesOf(next('14.2.0'))).get('build')).not.toContain('SKIP_ENV_VALIDATION')
})

test('adapter-auto uses adapter-node, from the cache after the first time', async () => {
  const kit = {
    'package.json': {
      name: 'notes',
      scripts: { build: 'vite build' },
      devDependencies: { '@sveltejs/kit': '^2', '@sveltejs/adapter-auto': '^7', vite: '^7' },
    },
    'package-lock.json': {},
    'svelte.config.js':
      "import adapter from '@sveltejs/adapter-auto'\nexport default { kit: { adapter: adapter() } }\n",
  }
  const build = (await stagesOf(kit)).get('build') ?? ''
  expect(build).toContain('ENV GCP_BUILDPACKS="1"')
  expect(build).toContain('RUN --mount=type=cache,target=/root/.npm,sharing=locked \\\n    npm run build')
})

test('adds a server that the start command needs and no manifest names, before the code', async () => {
  const start = {
    'package.json': {
      name: 'board',
      scripts: { build: 'vite build' },
      dependencies: { '@tanstack/react-start': '^1' },
    },
    'package-lock.json': {},
  }
  const run = (await stagesOf(start)).get('run') ?? ''
  expect(run.indexOf('npm install --global srvx@0')).toBeGreaterThan(-1)
  expect(run.indexOf('npm install --global srvx@0')).toBeLessThan(run.indexOf('COPY --from='))
})

test('a standalone server with migrations has its browser files too', async () => {
  const files = {
    ...next('^16.0.0'),
    'next.config.js': "module.exports = { output: 'standalone' }\n",
    'public/a.txt': '',
    'migrations/1_a.js': '',
  }
  const manifest = {
    name: 'web',
    scripts: { build: 'next build', migrate: 'node-pg-migrate up' },
    dependencies: { next: '^16.0.0', 'node-pg-migrate': '^8' },
  }
  expect((await stagesOf({ ...files, 'package.json': manifest })).get('build')).toContain(
    'RUN cd /app && cp -r .next/static .next/standalone/.next/ && cp -r public .next/standalone/',
  )
})

const onBun = { name: 'poll', scripts: { start: 'bun run index.ts' }, dependencies: { hono: '4.10.6' } }

test('an app that runs on Bun without a lockfile is installed by Bun', async () => {
  const stages = await stagesOf({ 'package.json': onBun, 'index.ts': 'export default {}\n' })
  expect(stages.get('packages')).toMatch(/^FROM oven\/bun:1-slim AS packages[\s\S]*bun install\n/)
})

test("an app that runs on Bun with npm's lockfile is built where npm is", async () => {
  const files = { 'package.json': onBun, 'package-lock.json': '{}', 'index.ts': 'export default {}\n' }
  const stages = await stagesOf(files)
  expect(stages.get('packages')).toMatch(
    /^FROM node:\d+-slim AS packages[\s\S]*npm install --global bun@1[\s\S]*npm ci --omit=dev\n/,
  )
  expect(stages.get('run')).toMatch(/^FROM oven\/bun:1-slim AS run/)
})
