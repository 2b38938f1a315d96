import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { joinHostScript } from './join-host-script.ts'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const facts = {
  baseUrl: 'https://releases.example.com',
  version: '1.2.0',
  imageRepository: 'registry.example.com/longshore',
  releaseKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  dockerAptUrl: '',
}
const script = await joinHostScript(facts)

/** Runs lines after the functions of the script, in place of its last line, which starts it. */
function run(lines: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-s'], {
    input: `${script.trimEnd().replace(/\n[^\n]*$/, '\n')}${lines}\n`,
    encoding: 'utf8',
  })
  return { status, stdout: stdout.trim(), stderr }
}

it('has all parts and no placeholder', () => {
  expect(script).toContain('run_install()')
  expect(script).toContain('run_upgrade()')
  expect(script).not.toMatch(/@[A-Z_]+@/)
  expect(run('printf "%s %s" "$BASE_URL" "$RELEASE_VERSION"; release_key | openssl pkey -pubin -noout')).toMatchObject({
    status: 0,
    stdout: 'https://releases.example.com 1.2.0',
  })
})

it('refuses values that could end their quotes', async () => {
  await expect(joinHostScript({ ...facts, baseUrl: "https://x.example.com/';true;'" })).rejects.toThrow(/can't be part/)
  await expect(joinHostScript({ ...facts, releaseKey: 'KEY\ntrue' })).rejects.toThrow(/PEM/)
})

it.each([
  ['version_is_newer 1.10.0 1.9.9', 0],
  ['version_is_newer 1.9.9 1.10.0', 1],
  ['version_is_newer 1.2.0 1.2.0', 1],
  ['version_is_newer 1.2.1-rc1 1.2.0', 1],
  ['is_at_least 20.10.24+dfsg1 25.0.2', 1],
  ['is_at_least 25.0.2 25.0.2', 0],
  ['is_at_least v2.26.1-4 2.24.0', 0],
  ['is_at_least "" 2.24.0', 1],
  ['has_public_address 10.0.0.3', 1],
  ['has_public_address "10.0.0.3\n198.51.100.4"', 0],
])('%s ends with %d', (lines, status) => {
  expect(run(lines).status).toBe(status)
})

it('accepts only images of its own repository by digest', () => {
  const image = (text: string) =>
    run(`FOLDER=$(mktemp -d); echo '${text}' >"$FOLDER/image.txt"; release_image "$FOLDER"`)
  const digest = `sha256:${'a'.repeat(64)}`
  expect(image(`registry.example.com/longshore@${digest}`).status).toBe(0)
  expect(image(`registry.example.com/other@${digest}`).status).toBe(34)
  expect(image('registry.example.com/longshore:1.2.0').status).toBe(34)
})

it('reads only options of the right form', () => {
  const options = (args: string) => run(`FOLDER=/nowhere; read_install_options ${args}; echo "$URL"`)
  expect(options('--url https://deploy.example.com/').stdout).toBe('https://deploy.example.com')
  expect(options("--url 'https://x.example.com/$(id)'").status).toBe(2)
  expect(options('').status).toBe(2)
  expect(options('--url https://deploy.example.com --proxy-listen 8080').status).toBe(2)
})
