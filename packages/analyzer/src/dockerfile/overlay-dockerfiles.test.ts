import { expect, test } from 'vitest'
import { emptyService } from '../empty-service.ts'
import { Repository } from '../repository.ts'
import { treeOf } from '../tree.ts'
import { baseOfDockerfile } from './base-image.ts'
import { interpretDockerfile } from './interpret-dockerfile.ts'
import { overlayDockerfiles } from './overlay-dockerfiles.ts'
import { readDockerfile } from './read-dockerfile.ts'

const interpret = (text: string, target: string | null = null) => interpretDockerfile(readDockerfile(text), target)
const overlay = (files: Record<string, string>, services = [emptyService].slice(1)) =>
  overlayDockerfiles(new Repository(treeOf(files)), services, '.')

test('reads port, command, user, and health check of the last stage, with lines', () => {
  const settings = interpret(`# the app
ARG NODE_VERSION=22
FROM node:\${NODE_VERSION}-slim AS base
ENV PORT=4000 \\
    # between
    LOG="a b"
EXPOSE $PORT

FROM base
COPY . .
USER node:node
HEALTHCHECK --interval=5s CMD curl -f http://localhost:4000/ok || exit 1
ENTRYPOINT ["docker-entry.sh"]
CMD ["node", "a b.js"]
`)
  expect(settings.port).toEqual({ value: 4000, line: 7 })
  expect(settings.command).toEqual({ value: "docker-entry.sh node 'a b.js'", line: 14 })
  expect(settings.user?.value).toBe('node')
  expect(settings.healthCheck?.value).toMatchObject({ type: 'http', path: '/ok', command: null })
  expect(settings.chain.map(({ from }) => from)).toEqual(['base', 'node:22-slim'])
})

test.each([
  ['CMD npm start', 'npm start'],
  ['CMD ["sh", "-c", "exec node $X"]', 'exec node $X'],
  ['cmd ["node","x.js"]', 'node x.js'],
  ['ENTRYPOINT ["/app"]', '/app'],
  ['CMD ["broken', '["broken'],
])('%s', (text, expected) => {
  expect(interpret(`FROM x\n${text}\n`).command?.value).toBe(expected)
})

test('ignores heredoc content, and a target is one stage', () => {
  const text = 'FROM a AS one\nEXPOSE 1000\nFROM b AS two\nRUN <<EOF\nEXPOSE 9\nEOF\nEXPOSE 2000\n'
  expect(interpret(text).port?.value).toBe(2000)
  expect(interpret(text, 'one').port?.value).toBe(1000)
  expect(baseOfDockerfile('FROM postgres:16 AS a\nFROM a\n', null)).toBe('postgres:16')
})

test('a Dockerfile alone is a service; those for development are ignored', async () => {
  const { services } = await overlay({
    'Dockerfile.dev': 'FROM a',
    'docker/Dockerfile': 'FROM a:1\nEXPOSE 80\nCMD run',
  })
  expect(services).toMatchObject([
    {
      name: 'web',
      builder: 'dockerfile',
      port: 80,
      startCommand: 'run',
      dockerfile: { path: 'docker/Dockerfile', context: '.' },
    },
  ])
  expect((await overlay({ 'Dockerfile.dev': 'FROM a', '.devcontainer/Dockerfile': 'FROM a' })).services).toEqual([])
})

test('the context is the folder that contains the copied files', async () => {
  const files = {
    'pnpm-lock.yaml': '',
    'apps/api/package.json': '{}',
    'apps/api/Dockerfile': 'FROM node:24\nCOPY pnpm-lock.yaml apps/api/package.json ./\nCMD x',
  }
  const { services } = await overlay(files, [
    { ...emptyService, name: 'api', rootDirectory: 'apps/api', language: 'node', framework: 'express' },
  ])
  expect(services).toMatchObject([
    {
      name: 'api',
      framework: 'express',
      builder: 'dockerfile',
      dockerfile: { path: 'apps/api/Dockerfile', context: '.' },
    },
  ])
})

test('reports problems of a Dockerfile, never the value of a secret', async () => {
  const { warnings, variables } = await overlay({
    Dockerfile:
      '# syntax=evil.example/frontend:1\nFROM node\nADD https://example.com/x /x\nENV API_TOKEN=hunter2hunter2\nARG NPM_TOKEN\nARG COMMIT=dev\n',
  })
  expect(warnings.map(({ code, line }) => [code, line])).toEqual([
    ['dockerfile_foreign_syntax', 1],
    ['dockerfile_latest_tag', 2],
    ['dockerfile_runs_as_root', 2],
    ['dockerfile_adds_url', 3],
    ['dockerfile_secret', 4],
  ])
  expect(JSON.stringify([warnings, variables])).not.toContain('hunter2')
  expect(variables.map(({ key, scope, required, secret }) => [key, scope, required, secret])).toEqual([
    ['NPM_TOKEN', 'build', true, true],
    ['COMMIT', 'build', false, false],
    ['API_TOKEN', 'runtime', false, true],
  ])
})

test('reads a Dockerfile of one megabyte quickly', () => {
  // Processor time, because the machine can be busy.
  const started = process.cpuUsage()
  for (const text of [
    `FROM a\n${'RUN x \\\n'.repeat(150_000)}`,
    `FROM a\nENV ${'A=b '.repeat(250_000)}`,
    `FROM a\nCMD ${'['.repeat(1_000_000)}`,
    `FROM a\nRUN ${'<<A '.repeat(250_000)}`,
  ])
    interpret(text)
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
})
