import { afterEach, expect, test, vi } from 'vitest'
import { buildEnvironment } from './build-environment.ts'
import { run } from './run.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const secrets = [
  ...['COSIGN_PRIVATE_KEY', 'COSIGN_PASSWORD', 'RELEASE_KEY', 'RELEASE_UPLOAD_KEY_ID', 'RELEASE_UPLOAD_SECRET'],
  ...['ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_URL', 'ACTIONS_RUNTIME_TOKEN', 'GITHUB_TOKEN'],
  ...['NPM_TOKEN', 'NODE_AUTH_TOKEN', 'npm_config_//registry.example/:_authToken', 'npm_config__auth'],
  ...['DOCKER_AUTH_CONFIG', 'AWS_SECRET_ACCESS_KEY', 'GIT_CONFIG_VALUE_0', 'SSH_AUTH_SOCK', 'SOME_UNKNOWN_NAME'],
]
const settings = [
  ...['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'CI', 'LONGSHORE_CACHE', 'DOCKER_HOST', 'DOCKER_CONTEXT'],
  ...['HTTPS_PROXY', 'no_proxy', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'GIT_SSL_CAINFO', 'NODE_OPTIONS'],
  ...['npm_config_registry', 'NPM_CONFIG_CAFILE', 'PNPM_HOME', 'GIT_AUTHOR_NAME', 'GIT_CONFIG_GLOBAL'],
]

test('builds get settings of the machine, and no secrets', () => {
  const given = Object.fromEntries([...secrets, ...settings].map((name) => [name, 'x']))
  expect(Object.keys(buildEnvironment(given)).sort()).toEqual([...settings].sort())
})

test('a command gets secrets only if it asks for them', async () => {
  vi.stubEnv('COSIGN_PASSWORD', 'password-of-the-key')
  const print = [process.execPath, '-e', 'console.log(process.env.COSIGN_PASSWORD, process.env.ADDED)']
  const environment = { ADDED: 'yes' }
  expect(await run(print, { environment })).toBe('undefined yes\n')
  expect(await run(print, { environment, hasSecrets: true })).toBe('password-of-the-key yes\n')
})
