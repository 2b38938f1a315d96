import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAgainst } from '../testing/run-against.ts'

const template = {
  ...{
    name: 'notes',
    title: 'Notes',
    summary: 'Write notes.',
    category: 'notes',
    version: '1.2.3',
    revision: 'a'.repeat(12),
  },
  ...{
    icon: { text: 'No', color: '#112233' },
    minimumMemoryMb: 128,
    web: 'app',
    updates: 'zero-downtime',
    updatesWhy: null,
  },
  links: { website: 'https://n.example', documentation: 'https://n.example', source: 'https://n.example' },
  inputs: [
    {
      key: 'TOKEN',
      label: 'Token',
      help: null,
      kind: 'secret',
      required: true,
      default: null,
      choices: [],
      generate: 'hex64',
    },
  ],
  data: [{ name: 'data', holds: 'Notes' }],
  ...{ upgradeNotes: [], firstSteps: 'Sign in.', tested: null, compose: 'services: {}', services: [] },
}
const deployed = {
  project: { id: 'prj_1', name: 'Notes', slug: 'notes' },
  environment: { id: 'env_1', name: 'production', slug: 'production', domains: [{ hostname: 'notes.example.com' }] },
  deployment: null,
  template: { name: 'notes', title: 'Notes', version: '1.2.3', revision: 'a'.repeat(12) },
  backups: { state: 'on', destination: { id: 'bds_1', name: 'Offsite' } },
  warnings: [{ code: 'low_memory', message: 'The server has 64 MiB free.' }],
}
const source = { url: 'https://t.example/notes.yaml', sha256: 'b'.repeat(64) }
const { name: _name, ...external } = template
const preview = { ...external, status: 'unverified', source, valid: true, problems: [] }

async function run(args: string[], { valid = true } = {}) {
  const answers: Record<string, unknown> = {
    'GET /catalog/templates/notes': template,
    'POST /catalog/templates/preview': { ...preview, valid },
    'GET /servers/srv_1': { id: 'srv_1', name: 'fsn-1', host: '203.0.113.7' },
    'POST /catalog/deploy': deployed,
  }
  const directory = await mkdtemp(join(tmpdir(), 'longshore-catalog-'))
  await writeFile(join(directory, 'token.txt'), 'from-a-file\n')
  try {
    const respond = ({ what }: { what: string }) => ({ body: answers[what] ?? {} })
    const { requests, ...ran } = await runAgainst(respond, ['catalog', 'deploy', ...args], { directory })
    const link = await readFile(join(directory, '.longshore/link.json'), 'utf8').catch(() => null)
    const sent = requests.filter(({ what }) => what === 'POST /catalog/deploy')
    return { ...ran, link, requests: sent.map(({ body }) => JSON.parse(body)) }
  } finally {
    await rm(directory, { recursive: true })
  }
}

test('deploys an app, and shows its address, backups, warnings, and first steps', async () => {
  const { code, stdout, requests } = await run(['notes', '--server', 'srv_1'])
  expect(code).toBe(0)
  expect(requests).toEqual([
    { template: 'notes', serverId: 'srv_1', inputs: {}, backups: { enabled: true }, deploy: true },
  ])
  for (const text of ['https://notes.example.com', 'Backups run daily to Offsite', '64 MiB free', 'Sign in.'])
    expect(stdout).toContain(text)
})

test('sends values from options and files, never prints them, and links the directory', async () => {
  const args = [
    'notes',
    '--server',
    'srv_1',
    '--set-file',
    'TOKEN=token.txt',
    '--domain',
    'n.example.com',
    '--no-backups',
    '--link',
  ]
  const { stdout, stderr, requests, link } = await run(args)
  expect(requests).toMatchObject([
    { inputs: { TOKEN: 'from-a-file' }, domain: { hostname: 'n.example.com' }, backups: { enabled: false } },
  ])
  expect(stdout + stderr).not.toContain('from-a-file')
  expect(JSON.parse(link ?? '')).toMatchObject({ environment: { id: 'env_1' } })
})

test('deploys the previewed content of a template from elsewhere, and nothing without agreement', async () => {
  const args = ['--url', source.url, '--server', 'srv_1']
  const asked = await run(args)
  expect(asked.code).not.toBe(0)
  expect(asked.requests).toEqual([])
  expect(asked.stderr).toContain('unverified')
  expect((await run([...args, '--yes'])).requests).toMatchObject([{ source }])
  expect((await run([...args, '--yes'], { valid: false })).requests).toEqual([])
})

test('needs a server, and exactly one template', async () => {
  expect((await run(['notes'])).stderr).toContain('Which server?')
  expect((await run(['notes', '--url', source.url, '--server', 'srv_1'])).stderr).toContain('Which template?')
})
