/** Apps whose images can't be built until something is changed. */
import { auto, generated, mib, server, type Variant, withDockerfile } from './variant.ts'

const needsUrl = `if (!process.env.API_URL) throw new Error('Missing environment variable: API_URL')\n`
const invalid = `if (!process.env.STRIPE_KEY) {
  console.error('❌ Invalid environment variables: {')
  console.error("  STRIPE_KEY: [ 'Required' ]")
  console.error('}')
  process.exit(1)
}
`
const build = { scripts: { build: 'node build.mjs' } }
const file = (path: string, content: string) => ({ path, content })
const variable = { code: 'missing_variable', action: 'set_variable' } as const

export const variables: readonly Variant[] = [
  { ...variable, name: 'build-reads-variable', files: generated(build, { more: [file('build.mjs', needsUrl)] }), service: auto, text: 'https://api.example.com' },
  { ...variable, name: 'build-misses-scope', files: generated(build, { more: [file('build.mjs', needsUrl)] }), service: auto, variables: [{ key: 'API_URL', value: 'https://api.example.com', scope: 'runtime', secret: false }] },
  { ...variable, name: 'build-validates', files: generated(build, { more: [file('build.mjs', invalid)] }), service: auto, text: 'sk_test_0123456789' },
  { ...variable, name: 'dockerfile-argument', files: withDockerfile(server(), { extra: 'ARG ASSET_HOST\nRUN echo "${ASSET_HOST:?}"\n' }), text: 'cdn.example.com', isSecret: false },
  { ...variable, name: 'start-reads-variable', files: withDockerfile(server("if (!process.env.SESSION_SECRET) throw new Error('Missing required environment variable: SESSION_SECRET')")), text: 'a long secret for sessions' },
  { ...variable, name: 'shell-reads-variable', files: withDockerfile(server()), service: { command: 'echo "${QUEUE_NAME:?}" && exec node server.mjs' }, text: 'jobs' },
] // biome-ignore format: one app per line

const command = { action: 'change_command' } as const
const missing = { ...command, code: 'start_command_missing' } as const
const member = { workspaces: ['packages/*'] }
const greet = file('packages/greet/package.json', JSON.stringify({ name: 'greet', version: '1.0.0' }))
const locked = { 'node_modules/greet': { resolved: 'packages/greet', link: true }, 'packages/greet': { name: 'greet', version: '1.0.0' } } // biome-ignore format: two rows
/** As node-gyp does it. */
const compile = `import { spawnSync } from 'node:child_process'
if (spawnSync('make', ['--version']).error) {
  console.error('gyp ERR! build error')
  console.error('gyp ERR! stack Error: not found: make')
  process.exit(1)
}
`

export const commands: readonly Variant[] = [
  { ...missing, name: 'start-script-missing', files: withDockerfile(server(), { more: [file('package.json', '{"name":"app","type":"module"}')] }), service: { command: 'npm start' }, text: 'node server.mjs' },
  { ...missing, name: 'entry-missing', files: withDockerfile(server()), service: { command: 'node dist/server.js' }, text: 'node server.mjs' },
  { ...missing, name: 'program-missing', files: withDockerfile(server()), service: { command: 'gunicorn app:app' }, text: 'node server.mjs' },
  { ...missing, name: 'build-script-missing', files: generated({ scripts: { compile: 'node --check server.mjs' } }), service: { source: { builder: 'auto', buildCommand: 'npm run bundle' } }, text: 'npm run compile' },
  { ...command, code: 'lockfile_outdated', name: 'lockfile-misses-package', files: generated({ ...member, dependencies: { greet: '1.0.0' } }, { more: [greet] }), service: auto },
  { ...command, code: 'lockfile_outdated', name: 'lockfile-missing', files: generated({}, { lock: null }), service: { source: { builder: 'auto', installCommand: 'npm ci' } } },
  { ...command, code: 'compiler_missing', name: 'native-module', files: generated({ engines: { node: '22.x' }, scripts: { install: 'node compile.mjs' } }, { more: [file('compile.mjs', compile)] }), service: auto },
] // biome-ignore format: one app per line

const wrongVersion = { code: 'wrong_runtime_version', action: 'pin_version' } as const
const needs20 = `if (!process.version.startsWith('v20.')) {
  console.error(\`You are using Node.js \${process.version.slice(1)}. For Next.js, Node.js version "^20.9.0" is required.\`)
  process.exit(1)
}
`
const strict = file('packages/greet/package.json', JSON.stringify({ name: 'greet', version: '1.0.0', engines: { node: '20.x' } })) // biome-ignore format: a file
const strictLock = { ...locked, 'packages/greet': { name: 'greet', version: '1.0.0', engines: { node: '20.x' } } }

export const versions: readonly Variant[] = [
  { ...wrongVersion, name: 'framework-needs-version', files: generated(build, { more: [file('build.mjs', needs20)] }), service: auto },
  { ...wrongVersion, name: 'package-needs-version', files: generated({ ...member, dependencies: { greet: '1.0.0' } }, { more: [strict, file('.npmrc', 'engine-strict=true\n')], lock: strictLock }), service: auto },
] // biome-ignore format: one app per line

const fill = (megabytes: number) => `globalThis.kept = Buffer.alloc(${megabytes} * 1048576, 1)\n`

export const memory: readonly Variant[] = [
  { code: 'out_of_memory', action: 'raise_memory', name: 'service-killed', files: withDockerfile(server(fill(110))), service: { resources: { memoryBytes: 96 * mib } } },
  { code: 'out_of_memory', action: 'raise_build_memory', name: 'build-killed', files: generated(build, { more: [file('build.mjs', fill(600))] }), service: auto, buildMemoryBytes: 512 * mib },
] // biome-ignore format: one app per line
