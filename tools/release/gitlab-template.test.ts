/** The template for GitLab CI with a fake npm, which installs a CLI that prints its arguments. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import cliPackage from '../../apps/cli/package.json' with { type: 'json' }
import { root } from '../source-files.ts'

interface Job {
  readonly variables: Readonly<Record<string, string>>
  readonly before_script: readonly string[]
  readonly script: readonly string[]
}

const { parse }: { parse: (text: string) => Record<string, Job> } = createRequire(join(root, 'apps/cli/package.json'))(
  'yaml',
)
const npm = `#!/usr/bin/env bash
set -euo pipefail
printf '%s\\n' "npm token=\${LONGSHORE_TOKEN:-none} $*"
cp "$FAKE/cli" "$FAKE/bin/longshore"
`
const longshore = `#!/usr/bin/env bash
printf '%s\\n' "longshore token=$LONGSHORE_TOKEN environment=$LONGSHORE_ENVIRONMENT $*"
exit "\${FAKE_EXIT:-0}"
`
const variables = {
  LONGSHORE_URL: 'https://deploy.example.com',
  LONGSHORE_TOKEN: 'lgs_secret',
  LONGSHORE_ENVIRONMENT: 'shop/production',
  CI_COMMIT_SHA: 'abc1234',
}
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longshore-gitlab-'))
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/npm'), npm, { mode: 0o755 })
  await writeFile(join(folder, 'cli'), longshore, { mode: 0o755 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Both lists of a job run in one shell, which ends with the first line that fails. */
async function runJob(given: Readonly<Record<string, string>> = {}): Promise<{ code: number; text: string }> {
  const job = await readJob()
  const lines = ['#!/usr/bin/env bash', 'set -eo pipefail', ...job.before_script, ...job.script]
  await writeFile(join(folder, 'job'), `${lines.join('\n')}\n`, { mode: 0o755 })
  const path = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, FAKE: folder }
  const env = { ...path, ...job.variables, ...variables, ...given }
  const run = promisify(execFile)
  const done = await run(join(folder, 'job'), [], { env, cwd: folder }).catch(
    (error: { code: number; stdout: string }) => error,
  )
  return { code: 'code' in done ? done.code : 0, text: done.stdout }
}

async function readJob(): Promise<Job> {
  const template = parse(await readFile(join(root, 'docs/guides/gitlab-template.yml'), 'utf8'))
  const job = template['.longshore-deploy']
  if (job === undefined) throw new Error('the template has no job .longshore-deploy')
  return job
}

test('installs the CLI in the version of the release, without the token, and deploys the commit', async () => {
  const { code, text } = await runJob()
  expect(code).toBe(0)
  const [installed, deployed] = text.split('\n')
  expect(installed).toMatch(/^npm token=none install --global --ignore-scripts /)
  expect(installed?.endsWith(` longshore@${cliPackage.version}`)).toBe(true)
  expect(deployed).toBe('longshore token=lgs_secret environment=shop/production deploy --commit abc1234 --follow')
})

test('a project chooses another version, which stays one argument', async () => {
  const { text } = await runJob({ LONGSHORE_PACKAGE: 'longshore@1.2.3; touch hacked' })
  expect(text.split('\n')[0]).toMatch(/ longshore@1\.2\.3; touch hacked$/)
  await expect(readFile(join(folder, 'hacked'))).rejects.toThrow('ENOENT')
})

test('fails with the exit code of the CLI', async () => {
  expect((await runJob({ FAKE_EXIT: '7' })).code).toBe(7)
})
