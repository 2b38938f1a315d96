import { expect, test } from 'vitest'
import { RailpackPlan } from './plan.schemas.ts'
import { dockerfileOf } from './plan-build.ts'
import { prepareDockerfile } from './prepare-dockerfile.ts'
import { readTarFile } from './read-tar-file.ts'
import { renderPlan } from './render-plan.ts'
import { splitArgs } from './split-args.ts'

const builder = 'ghcr.io/railwayapp/railpack-builder:mise-1'
const runtime = 'ghcr.io/railwayapp/railpack-runtime:mise-1'
const plan = {
  $schema: 'https://schema.railpack.com',
  caches: { npm: { directory: '/root/.npm', type: 'locked' }, target: { directory: 'target' } },
  secrets: ['TOKEN', 'RAILPACK_INSTALL_CMD'],
  exclude: ['README.md', '!docs'],
  steps: [
    // It is listed before the step that it depends on.
    {
      name: 'build',
      inputs: [{ step: 'install' }, { local: true, include: ['.'] }],
      commands: [{ cmd: `sh -c 'echo "$HOME" <<X'`, customName: 'build' }],
      secrets: ['*'],
      caches: ['npm', 'target'],
    },
    {
      name: 'install',
      inputs: [{ image: builder }],
      variables: { CI: 'a"$b\\' },
      assets: { config: 'first\n"$second"\n' },
      commands: [
        { path: '/mise/shims' },
        { path: '/etc/config.toml', name: 'config', mode: 493 },
        { src: 'priv*', dest: '.' },
        { src: 'package.json', dest: 'package.json' },
        { src: '/usr/bin/composer', dest: '/usr/bin/composer', image: 'composer:2' },
      ],
    },
  ],
  deploy: {
    base: { image: runtime },
    inputs: [
      { step: 'install', include: ['/mise/shims'] },
      { step: 'build', include: ['.'], exclude: ['node_modules'] },
    ],
    startCommand: 'node server.js',
    variables: { NODE_ENV: 'production' },
  },
}

const render = (change: object = {}) =>
  renderPlan(RailpackPlan.parse({ ...plan, ...change }), { secrets: ['TOKEN'], variablesHash: 'abc' })

test('renders a plan as a Dockerfile', () => {
  const { text, ignore } = render()
  const end = /<<"(END_\w{32})"/.exec(text)?.[1] ?? ''
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  expect(text.replaceAll(end, 'END').split('\n')).toEqual([
    '# syntax=docker/dockerfile:1.26.0',
    `FROM ${builder} AS railpack-step-0`,
    'WORKDIR /app',
    'ENV CI="a\\"\\$b\\\\"',
    `ENV PATH="/mise/shims:${path}"`,
    'COPY --chmod=0755 <<"END" /etc/config.toml',
    'first',
    '"$second"',
    'END',
    'COPY --parents ["priv*","."]',
    'COPY ["package.json","package.json"]',
    'COPY --from=composer:2 ["/usr/bin/composer","/usr/bin/composer"]',
    '',
    'FROM railpack-step-0 AS railpack-step-1',
    'COPY [".","/app"]',
    'WORKDIR /app',
    'ENV CI="a\\"\\$b\\\\"',
    `ENV PATH="/mise/shims:${path}"`,
    'ARG LONGSHORE_VARIABLES=abc',
    'RUN --mount=type=cache,id=npm,target=/root/.npm,sharing=locked --mount=type=cache,id=target,target=/app/target,sharing=shared --mount=type=secret,id=TOKEN,env=TOKEN ["sh","-c","echo \\"$HOME\\" \\u003c\\u003cX"]',
    '',
    `FROM ${runtime} AS railpack-deploy`,
    'COPY --from=railpack-step-0 ["/mise/shims","/mise/shims"]',
    'COPY --from=railpack-step-1 --exclude=node_modules ["/app","/app"]',
    'WORKDIR /app',
    'ENV CI="a\\"\\$b\\\\"',
    'ENV NODE_ENV="production"',
    `ENV PATH="/mise/shims:${path}"`,
    'CMD ["/bin/bash","-c","node server.js"]',
    '',
  ])
  expect(ignore).toBe('README.md\n!docs\n')
})

const step = (change: object) => ({ steps: [{ name: 'install', inputs: [{ image: builder }], ...change }] })
test.each([
  ['an image with options', { deploy: { base: { image: 'a --platform=x' } } }],
  ['an image on two lines', { deploy: { base: { image: 'a\nRUN id' } } }],
  ['a variable on two lines', step({ variables: { A: 'b\nRUN --security=insecure id' } })],
  ['a key with an instruction', step({ variables: { 'A=1\nRUN id': 'b' } })],
  ['a path on two lines', step({ commands: [{ src: 'a\nRUN id', dest: '.' }] })],
  ['a path that is expanded', step({ commands: [{ src: '$HOME', dest: '.' }] })],
  ['a file with options', step({ assets: { a: 'b' }, commands: [{ path: '/x --y', name: 'a' }] })],
  ['a cache with another mount', { caches: { npm: { directory: '/a,type=bind,from=x' } } }],
  ['an excluded file with options', { deploy: { base: { image: 'a' }, inputs: [{ exclude: ['a --from=x'] }] } }],
  ['an excluded line with an end', { exclude: ['a\n!b'] }],
])('rejects %s', (_, change) => expect(RailpackPlan.safeParse({ ...plan, ...change }).success).toBe(false))

test.each([
  ['a step that is not there', step({ inputs: [{ step: 'nothing' }] }), 'no step nothing'],
  ['a cache that is not there', { caches: {} }, 'no cache npm'],
  ['a file that is not there', step({ commands: [{ path: '/x', name: 'a' }] }), 'no file a'],
  ['a circle', step({ inputs: [{ step: 'install' }] }), 'steps that wait for each other'],
])('%s fails the build', (_, change, cause) => {
  const request = { secrets: [], railpack: { variablesHash: '' } }
  expect(() => dockerfileOf(JSON.stringify({ ...plan, ...change }), request)).toThrow(
    expect.objectContaining({ code: 'build_failed', cause: new Error(`the plan has ${cause}`) }),
  )
})

test('a build without a plan fails', () =>
  expect(() => dockerfileOf(null, { secrets: [], railpack: { variablesHash: '' } })).toThrow(/plan that Longshore/))

test.each([
  [`go build -ldflags="-w -s" -o out`, ['go', 'build', '-ldflags=-w -s', '-o', 'out']],
  [`echo -n 'a "b" \\c'`, ['echo', '-n', 'a "b" \\c']],
  [`a\\ b "c\\"d" '' # e`, ['a b', 'c"d', '']],
  ['  a#b\tc ', ['a#b', 'c']],
])('splits %s', (text, args) => expect(splitArgs(text)).toEqual(args))

test('user commands become arguments of the program, never lines of the Dockerfile', () => {
  const buildCommand = `npm run build <<X "$A" 'b' \\`
  const text = prepareDockerfile({
    installCommand: 'npm ci',
    buildCommand,
    needsStart: true,
    keys: ['TOKEN'],
    variablesHash: 'abc',
  })
  const run = text.split('\n').filter((line) => line.startsWith('RUN '))
  expect(run).toHaveLength(1)
  expect(run[0]).toContain('--mount=type=secret,id=TOKEN,env=TOKEN [')
  expect(JSON.parse(run[0]?.slice(run[0].indexOf('["')) ?? '')).toEqual([
    ...['/railpack', 'prepare', '/app', '--plan-out', '/plan/plan.json'],
    ...['--env', 'RAILPACK_INSTALL_CMD=npm ci', '--build-cmd', buildCommand, '--error-missing-start', '--env', 'TOKEN'],
  ])
  expect(run[0]).not.toContain('<')
})

test('reads a file from an archive only if it is complete', () => {
  const entry = (name: string, content: string) => {
    const header = Buffer.alloc(512)
    header.write(name)
    header.write(content.length.toString(8).padStart(11, '0'), 124)
    header.write('0', 156)
    return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)])
  }
  const archive = Buffer.concat([entry('other.json', 'x'.repeat(600)), entry('plan.json', '{}'), Buffer.alloc(1_024)])
  expect(readTarFile(archive, 'plan.json')).toBe('{}')
  expect(readTarFile(archive, 'none.json')).toBeNull()
  expect(readTarFile(entry('plan.json', 'x'.repeat(600)).subarray(0, 700), 'plan.json')).toBeNull()
})
