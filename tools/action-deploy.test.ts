/** The GitHub Action with a fake npm, which installs a CLI that prints its arguments. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import cliPackage from '../apps/cli/package.json' with { type: 'json' }
import { root } from './source-files.ts'

const run = promisify(execFile)
const npm = `#!/usr/bin/env bash
set -euo pipefail
printf '%s\\n' "npm token=\${LONGSHORE_TOKEN:-none} \${*: -1}"
mkdir -p "$3/node_modules/.bin"
cp "$(dirname "$0")/longshore" "$3/node_modules/.bin/longshore"
`
const longshore = `#!/usr/bin/env bash
printf '<%s>' "$@"
exit "\${FAKE_EXIT:-0}"
`
const inputs = { LONGSHORE_URL: 'https://x', LONGSHORE_TOKEN: 'lgs_secret', LONGSHORE_ENVIRONMENT: 'shop/production' }
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longshore-action-'))
  for (const [name, text] of Object.entries({ npm, longshore })) {
    await writeFile(join(folder, name), text)
    await chmod(join(folder, name), 0o755)
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function deploy(environment: Record<string, string>): Promise<{ code: number; text: string }> {
  const env = { PATH: `${folder}:${process.env.PATH}`, ...environment }
  const script = join(root, 'action/deploy.sh')
  const done = await run(script, [], { env, cwd: folder }).catch((error: { code: number; stdout: string }) => error)
  return { code: 'code' in done ? done.code : 0, text: done.stdout }
}

test('installs the CLI in its own version, without the token, and deploys the commit', async () => {
  const { code, text } = await deploy({ ...inputs, INPUT_COMMIT: 'abc1234', INPUT_FOLLOW: 'true' })
  expect(code).toBe(0)
  expect(text).toBe(`npm token=none longshore@${cliPackage.version}\n<deploy><--follow><--commit><abc1234>`)
})

test('passes text of inputs on unchanged', async () => {
  const image = 'web=$(touch hacked)@sha256:0\nworker=a b;touch hacked'
  const { text } = await deploy({ ...inputs, INPUT_IMAGE: image, INPUT_FOLLOW: 'false', INPUT_COMMIT: 'x' })
  expect(text.split('\n')[1]).toBe('<deploy><--image><web=$(touch hacked)@sha256:0><--image><worker=a b;touch hacked>')
  await expect(readFile(join(folder, 'hacked'))).rejects.toThrow('ENOENT')
})

test('fails with the exit code of the CLI, and names a missing input', async () => {
  expect((await deploy({ ...inputs, FAKE_EXIT: '7' })).code).toBe(7)
  const missing = await deploy({ ...inputs, LONGSHORE_TOKEN: '' })
  expect(missing).toMatchObject({ code: 2 })
  expect(missing.text).toContain('The input token is missing.')
})

test('no input is part of the script of the action', async () => {
  const lines = (await readFile(join(root, 'action/action.yml'), 'utf8')).split('\n')
  const scripts = lines.filter((line) => line.trim().startsWith('run:'))
  expect(scripts).toEqual([`      run: '"$GITHUB_ACTION_PATH/deploy.sh"'`])
})
