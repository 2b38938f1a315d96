import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImagePlan, ImageStep } from './image-plan.ts'
import { renderDockerfile } from './render-dockerfile.ts'
import { renderDockerignore } from './render-dockerignore.ts'

const plan: ImagePlan = {
  context: '.',
  ignore: ['.next'],
  stages: [
    {
      name: 'build',
      from: 'node:24-slim',
      note: 'Dependencies first: this layer is made again only when the lockfile changes.',
      steps: [
        { do: 'workdir', path: '/app' },
        { do: 'copy', from: null, paths: ['package.json', 'package-lock.json'], to: './', owner: null },
        { do: 'run', command: 'npm ci', caches: ['/root/.npm'] },
      ],
    },
    {
      name: 'run',
      from: 'node:24-slim',
      note: null,
      steps: [
        { do: 'environment', values: { NODE_ENV: 'production', PATH: '/app/bin:$PATH' } },
        { do: 'copy', from: 'build', paths: ['/app'], to: '/app', owner: 'node:node' },
        { do: 'copy', from: null, paths: ['my files/a $b'], to: '/app/', owner: null },
        { do: 'user', name: 'node' },
        { do: 'expose', port: 3000 },
        { do: 'stop-signal', signal: 'SIGTERM' },
        { do: 'command', args: ['node', 'server.js'] },
      ],
    },
  ],
}

test('renders a plan like a handwritten Dockerfile', () => {
  expect(renderDockerfile(plan)).toBe(`# Dependencies first: this layer is made again only when the lockfile changes.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm,sharing=locked \\
    npm ci

FROM node:24-slim AS run
ENV NODE_ENV="production" \\
    PATH="/app/bin:$PATH"
COPY --from=build --chown=node:node /app /app
COPY ["my files/a \\\\$b", "/app/"]
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
CMD ["node", "server.js"]
`)
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'a\nRUN id',
    'a\r\nUSER root',
    'x\\',
    'a\u2028RUN id',
    '<<EOF',
    '["sh"]',
    '--mount=type=bind',
    '"; RUN id',
    '`',
    '\u0000',
  ),
)
const step: fc.Arbitrary<ImageStep> = fc.oneof(
  nasty.map((path) => ({ do: 'workdir' as const, path })),
  fc.dictionary(nasty, nasty, { maxKeys: 3 }).map((values) => ({ do: 'environment' as const, values })),
  nasty.map((name) => ({ do: 'argument' as const, name })),
  fc
    .tuple(fc.array(nasty, { minLength: 1, maxLength: 3 }), nasty)
    .map(([paths, word]) => ({ do: 'copy' as const, from: word, paths, to: word, owner: word })),
  fc
    .tuple(nasty, fc.array(nasty, { maxLength: 2 }))
    .map(([command, caches]) => ({ do: 'run' as const, command, caches })),
  nasty.map((name) => ({ do: 'user' as const, name })),
  nasty.map((signal) => ({ do: 'stop-signal' as const, signal })),
  fc.array(nasty, { minLength: 1, maxLength: 3 }).map((args) => ({ do: 'command' as const, args })),
)
const instructions = {
  workdir: 'WORKDIR',
  environment: 'ENV',
  argument: 'ARG',
  copy: 'COPY',
  run: 'RUN',
  user: 'USER',
  expose: 'EXPOSE',
  'stop-signal': 'STOPSIGNAL',
  command: 'CMD',
}

/** Parses like BuildKit: removes comments, then joins lines that end with a backslash. */
function readInstructions(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r]/).filter((line) => !/^\s*(#|$)/.test(line))
  const found: string[] = []
  let isOpen = false
  for (const line of lines) {
    if (isOpen) found[found.length - 1] += ` ${line.trim()}`
    else found.push(line)
    isOpen = /\\[ \t]*$/.test(line)
    if (isOpen) found[found.length - 1] = (found.at(-1) ?? '').replace(/\\[ \t]*$/, '')
  }
  return found
}

test('text of a repository never ends an instruction or starts another', () => {
  fc.assert(
    fc.property(nasty, fc.array(step, { maxLength: 6 }), nasty, (from, steps, note) => {
      const text = renderDockerfile({ context: '.', ignore: [], stages: [{ name: 's', from, note, steps }] })
      const wanted = steps.filter((one) => one.do !== 'environment' || Object.keys(one.values).length > 0)
      expect(readInstructions(text).map((line) => line.split(' ')[0])).toEqual([
        'FROM',
        ...wanted.map((one) => instructions[one.do]),
      ])
      expect(text).not.toMatch(/^RUN (\[|--(?!mount=type=cache,))/m)
      const open = readInstructions(text).filter((line) => /^(RUN|COPY)/.test(line))
      expect(open.join('\n')).not.toMatch(/<<[^<]/)
      expect(text).not.toMatch(/^#\s*\w+\s*=/)
      expect(renderDockerfile({ context: '.', ignore: [], stages: [{ name: 's', from, note, steps }] })).toBe(text)
    }),
    { numRuns: 3_000 },
  )
})

test('a .dockerignore excludes local secrets and the Git history', () => {
  const text = renderDockerignore({ ...plan, ignore: ['.next', 'a\nb', ''] })
  expect(text.split('\n')).toEqual(expect.arrayContaining(['.git', '**/.env', '**/node_modules', '.next', 'ab']))
})
