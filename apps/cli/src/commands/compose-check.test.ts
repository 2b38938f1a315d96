import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ComposePlan } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { runAgainst } from '../testing/run-against.ts'

const bad: ComposePlan = {
  valid: false,
  problems: [
    { severity: 'error', code: 'not_supported', message: 'privileged isn’t supported.', hint: 'Remove it.', line: 4 },
    { severity: 'warning', code: 'ignored', message: 'The file has no version.', hint: null, line: null },
  ],
  services: [
    {
      ...{ name: 'web', kind: 'web', image: 'nginx:1', port: 80, files: ['/etc/nginx/nginx.conf'] },
      volumes: [{ name: 'data', path: '/data' }],
    },
  ],
  missingVariables: [{ key: 'TOKEN', secret: true, services: ['web'], description: null }],
  composeProfiles: [{ name: 'debug', services: ['shell'], isEnabled: false }],
  domains: [{ hostname: 'shop.example.com', service: 'web', path: null, evidence: [] }],
}
const good: ComposePlan = { ...bad, valid: true, problems: [], missingVariables: [] }

async function check(plan: ComposePlan, args: string[], stdin = '') {
  const directory = await mkdtemp(join(tmpdir(), 'longshore-compose-'))
  await writeFile(join(directory, 'compose.yaml'), 'services: {}\n')
  await writeFile(join(directory, 'logo.png'), Buffer.from([0x89, 0x50, 0x00, 0xff]))
  try {
    const { requests, ...ran } = await runAgainst(() => ({ body: plan }), ['compose', 'check', ...args], {
      stdin,
      directory,
    })
    const sent = requests.map(({ what, body }) => {
      const { compose, composeProfiles = [] } = JSON.parse(body)
      return `${what} ${compose}${composeProfiles.join()}`
    })
    return { ...ran, sent }
  } finally {
    await rm(directory, { recursive: true })
  }
}

test('shows problems with file and line, and exits with 1 if one is an error', async () => {
  const { code, stdout, sent } = await check(bad, ['compose.yaml'])
  expect(code).toBe(1)
  expect(sent).toEqual(['POST /projects/check-compose services: {}\n'])
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'compose.yaml:4: error: privileged isn’t supported.',
    '  Remove it.',
    'compose.yaml: warning: The file has no version.',
  ])
  expect(stdout).toMatch(/^web +web +nginx:1 +80 +data=\/data +\/etc\/nginx\/nginx\.conf$/m)
  expect(stdout).toMatch(/^TOKEN +web +–$/m)
  expect(stdout).toMatch(/^debug +no +shell$/m)
  expect(stdout).toMatch(/^shop\.example\.com +web +–$/m)
  expect(stdout).toContain('The file has errors.')
})

test('shows no empty table, and exits with 0 for a valid file', async () => {
  const { code, stdout } = await check(good, ['compose.yaml'])
  expect(code).toBe(0)
  expect(stdout).toContain('Longshore can create a project from this file.')
  expect(stdout).not.toContain('Variables')
})

test('includes the services of profiles', async () => {
  const { sent } = await check(good, ['compose.yaml', '--compose-profile', 'debug', '--compose-profile', 'extra'])
  expect(sent[0]).toContain('debug,extra')
})

test('reads standard input, and prints the response with --json', async () => {
  const { code, stdout, sent } = await check(bad, ['-', '--json'], 'services:\n  web: {}\n')
  expect(code).toBe(1)
  expect(sent).toEqual(['POST /projects/check-compose services:\n  web: {}'])
  expect(JSON.parse(stdout)).toEqual(bad)
})

test.each(['missing.yaml', 'logo.png'])('sends nothing if it can’t read %s', async (file) => {
  const { code, stderr, sent } = await check(good, [file])
  expect(code).toBe(2)
  expect(stderr).toContain('the compose file')
  expect(sent).toEqual([])
})
