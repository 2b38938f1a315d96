/** Apps whose images can't be built, or whose programs can't be started, until something is changed. */
import { append, editManifest, from, prepend, replace, write } from './changed-starter.ts'
import { mib, type Variant } from './variant.ts'

const variable = { code: 'missing_variable', action: 'set_variable' } as const
const runtimeOnly = { scope: 'runtime', secret: false }

/** Reads variables in the Vite configuration as Vite's documentation shows. */
const viteConfig = [
  "import { defineConfig, loadEnv } from 'vite'",
  '',
  'export default defineConfig(({ mode }) => {',
  '  const { VITE_API_URL } = loadEnv(mode, process.cwd())',
  "  if (!VITE_API_URL) throw new Error('Missing environment variable: VITE_API_URL')",
  '  return {}',
  '})',
]
const eleventyConfig = [
  "if (!process.env.API_URL) throw new Error('Missing environment variable: API_URL')",
  '',
  'export default () => ({})',
]
const t3Changes = [
  replace('src/env.js', 'server: {', 'server: {\n    STRIPE_KEY: z.string(),'),
  replace('src/env.js', 'runtimeEnv: {', 'runtimeEnv: {\n    STRIPE_KEY: process.env.STRIPE_KEY,'),
  replace('src/env.js', '  skipValidation: !!process.env.SKIP_ENV_VALIDATION,\n', ''),
]
const argument = replace('Dockerfile', 'COPY . .', 'ARG ASSET_HOST\nRUN echo "${ASSET_HOST:?}"\nCOPY . .')
const djangoKey = append('mysite/settings.py', [
  '',
  'import os',
  'SECRET_KEY = os.environ["DJANGO_SECRET_KEY"]',
  'ALLOWED_HOSTS = ["*"]',
])

export const variables: readonly Variant[] = [
  { ...variable, name: 'vite-build-reads-variable', app: from('vite-vanilla', write('vite.config.js', viteConfig)), text: 'https://api.example.com' },
  { ...variable, name: 'django-reads-variable', app: from('django', djangoKey), text: 'a long secret for sessions' },
  { ...variable, name: 'eleventy-build-misses-scope', app: from('eleventy', write('eleventy.config.js', eleventyConfig)), variables: [{ key: 'API_URL', value: 'https://api.example.com', ...runtimeOnly }] },
  { ...variable, name: 't3-build-validates', app: from('t3', ...t3Changes), text: 'sk_test_0123456789' },
  { ...variable, name: 'dockerfile-argument', app: from('dockerfile', argument), text: 'cdn.example.com', isSecret: false },
] // biome-ignore format: one app per line

const command = { action: 'change_command' } as const
const missing = { ...command, code: 'start_command_missing' } as const
const outdated = { ...command, code: 'lockfile_outdated' } as const
const depends = (name: string, version: string) =>
  editManifest(({ dependencies }) => ({ dependencies: { ...dependencies, [name]: version } }))
const startsMissing = editManifest(() => ({ scripts: { start: 'npm run serve' } }))
const renamed = editManifest(({ scripts: { build, ...rest } }) => ({ scripts: { ...rest, compile: build } }))
const uvDependency = replace('pyproject.toml', 'dependencies = [', 'dependencies = [\n    "itsdangerous>=2",')

export const commands: readonly Variant[] = [
  { ...missing, name: 'start-script-missing', app: from('express', startsMissing), text: 'node ./bin/www' },
  { ...outdated, name: 'npm-lockfile-outdated', app: from('express', depends('cors', '2.8.5')) },
  { ...missing, name: 'entry-missing', app: from('hono'), service: { command: 'node dist/server.js' }, text: 'node dist/index.js' },
  { ...missing, name: 'program-missing', app: from('flask'), service: { command: 'uvicorn app:app --host 0.0.0.0 --port 5000' }, text: 'gunicorn app:app --bind 0.0.0.0:5000' },
  { ...missing, name: 'build-script-missing', app: from('hono', renamed), service: { source: { buildCommand: 'npm run build' } }, text: 'npm run compile' },
  { ...outdated, name: 'pnpm-lockfile-outdated', app: from('vite-react-pnpm', depends('clsx', '2.1.1')) },
  { ...outdated, name: 'uv-lockfile-outdated', app: from('fastapi', uvDependency) },
  { ...command, code: 'compiler_missing', name: 'native-module', app: from('express', depends('unix-dgram', '2.0.7'), editManifest(() => ({ engines: { node: '22.x' } }))), service: { source: { installCommand: 'npm install' } }, images: ['node:22-slim'] },
] // biome-ignore format: one app per line

const wrongVersion = { code: 'wrong_runtime_version', action: 'pin_version' } as const
const strict = [write('.npmrc', ['engine-strict=true']), write('.nvmrc', ['18'])]

export const versions: readonly Variant[] = [
  { ...wrongVersion, name: 'vite-needs-version', app: from('vite-vanilla', write('.nvmrc', ['18'])), images: ['node:18-slim'] },
  { ...wrongVersion, name: 'go-needs-version', app: from('go-http'), service: { source: { runtimeVersion: '1.24' } }, images: ['golang:1.24-bookworm'] },
  { ...wrongVersion, name: 'package-needs-version', app: from('vite-preact', ...strict), images: ['node:18-slim', 'node:22-slim'] },
] // biome-ignore format: one app per line

const cache = (mebibytes: number) => prepend('app.py', [`CACHE = b"x" * ${mebibytes} * 1024 * 1024`])
const row = (id: number) => `  { id: ${id}, name: 'item ${id}', price: ${id}.5, tags: ['a${id % 7}', 'b${id % 11}'] },`
/** The compiler needs some 800 MB for it. */
const table = write('src/table.ts', [
  'export const table = [',
  ...Array.from({ length: 60_000 }, (_, id) => row(id)),
  ']',
])

export const memory: readonly Variant[] = [
  { code: 'out_of_memory', action: 'raise_memory', name: 'worker-killed', app: from('flask', cache(90)), service: { resources: { memoryBytes: 96 * mib } } },
  { code: 'out_of_memory', action: 'raise_build_memory', name: 'compiler-killed', app: from('hono', table), buildMemoryBytes: 512 * mib },
] // biome-ignore format: one app per line
