import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHostScript } from './testing/host-script.ts'

const url = 'https://deploy.example.com'
const key = 'ssh-ed25519 AAAAcurrent longshore-srv_1'
const keys = 'home/ops/.ssh/authorized_keys'
const printed = `mkdir -p ~/.ssh && printf '\\n%s\\n' '${key}' >> ~/.ssh/authorized_keys\n`

/** An installation with these settings. */
async function start(settings = '') {
  const host = await createHostScript()
  await host.write({
    'installation/.env': `PUBLIC_URL=${url}\n${settings}`,
    'installation/compose.yaml': 'name: longshore\n',
  })
  return host
}

test.each([
  { stored: '', args: '', login: 'root 22', warns: false },
  { stored: 'ops 2222\n', args: '', login: 'ops 2222', warns: false },
  { stored: 'ops 2222\n', args: '--ssh-user ops --ssh-port 2222', login: 'ops 2222', warns: false },
  { stored: 'ops 2222\n', args: '--ssh-port 22', login: 'ops 22', warns: true },
])('logs in as "$login" with "$args" after "$stored"', async ({ stored, args, login, warns }) => {
  await using host = await start()
  if (stored !== '') await host.write({ 'installation/host-access.login': stored })
  const { stdout, stderr } = host.run(`read_install_options ${args}; echo "$SSH_USER $SSH_PORT"`)
  expect(stdout).toBe(login)
  expect(stderr.includes('change the server in the dashboard')).toBe(warns)
})

const listen = 'PROXY_HTTP_LISTEN=127.0.0.1:8080\n'
const trusted = 'PROXY_TRUSTED=127.0.0.1,::1\n'
test.each([
  { what: 'new', before: 'TRUST_PROXY=gateway\n', args: '--behind-proxy', after: ['127.0.0.1:8080', '127.0.0.1,::1'] },
  {
    what: 'changed',
    before: `${listen}${trusted}TRUST_PROXY=gateway,127.0.0.1,::1\n`,
    args: '--proxy-listen 172.17.0.1:9000 --trusted-proxies 172.16.0.0/12',
    after: ['172.17.0.1:9000', '172.16.0.0/12'],
  },
  {
    what: 'changed in part',
    before: `${listen}PROXY_TRUSTED=10.0.0.0/8\nTRUST_PROXY=gateway,10.0.0.0/8\n`,
    args: '--proxy-listen 172.17.0.1:9000',
    after: ['172.17.0.1:9000', '10.0.0.0/8'],
  },
  { what: 'without TRUST_PROXY', before: `${listen}${trusted}`, args: '', after: ['127.0.0.1:8080', '127.0.0.1,::1'] },
])('writes the settings of a proxy in front: $what', async ({ before, args, after: [address, networks] }) => {
  await using host = await start(before)
  expect(host.run(`read_install_options ${args}; write_proxy_settings`).status).toBe(0)
  const lines = (await host.read('installation/.env')).split('\n')
  const written = [`PROXY_HTTP_LISTEN=${address}`, `PROXY_TRUSTED=${networks}`, `TRUST_PROXY=gateway,${networks}`]
  expect(lines.toSorted()).toEqual([`PUBLIC_URL=${url}`, ...written].toSorted())
})

test.each([
  `${listen}${trusted}TRUST_PROXY=gateway,10.0.0.0/8\n`,
  `${listen}TRUST_PROXY=gateway,127.0.0.1\n`,
  `${listen}PROXY_TRUSTED=\nTRUST_PROXY=gateway\n`,
])('a second run keeps the settings of a proxy: %j', async (before) => {
  await using host = await start(before)
  const { stdout } = host.run('read_install_options; write_proxy_settings; echo "$BEHIND_PROXY $TRUSTED_PROXIES"')
  expect(stdout).toBe('yes 127.0.0.1,::1')
  expect(await host.read('installation/.env')).toBe(`PUBLIC_URL=${url}\n${before}`.trim())
})

test('refuses options of a proxy without a proxy', async () => {
  await using host = await start()
  const { status, stderr } = host.run('read_install_options --proxy-listen 127.0.0.1:9000')
  expect(status).toBe(2)
  expect(stderr).toContain('--behind-proxy')
})

test.each([
  { what: 'a new installation', feed: 'https://releases.test/feed.json' },
  { what: 'a setting', settings: 'VERSION_FEED_URL=https://mirror.test/feed.json\n', feed: '' },
  { what: 'an empty setting', settings: 'VERSION_FEED_URL=\n', feed: '' },
  { what: 'an earlier run', files: { 'installation/.installed': '' }, feed: '' },
  { what: 'no network', args: '--offline bundle.tar.gz', feed: '' },
  { what: 'plain HTTP', lines: 'BASE_URL=http://releases.test', feed: '' },
])('checks for new versions, with $what: "$feed"', async ({ settings, files = {}, args = '', lines = ':', feed }) => {
  await using host = await start(settings)
  await host.write(files)
  expect(host.run(`${lines}; read_install_options ${args}; new_feed_url`).stdout).toBe(feed)
})

test('gives access once, without asking the control plane again', async () => {
  await using host = await start()
  await host.write({ 'access-line': printed, [keys]: 'ssh-rsa other' })
  const give = () => host.run('read_install_options --ssh-user ops; give_access').status
  expect(give()).toBe(0)
  expect(await host.read(keys)).toBe(`ssh-rsa other\n${key}`)
  expect(await host.read('installation/host-access.pub')).toBe(key)
  // With several organizations, the command fails.
  await host.write({ fails: 'register-host' })
  expect(give()).toBe(0)
  expect(await host.read(keys)).toBe(`ssh-rsa other\n${key}`)
  await host.write({ [keys]: 'ssh-rsa other\n' })
  expect(give()).toBe(38)
})

test.each([
  { what: 'options', line: `from="10.0.0.1,10.0.0.2" ${key}`, isKnown: true },
  { what: 'another comment', line: key.replace('longshore-srv_1', 'mine'), isKnown: true },
  { what: 'a comment sign', line: `# ${key}`, isKnown: false },
  { what: 'a longer key', line: key.replace('AAAAcurrent', 'AAAAcurrentAAAA'), isKnown: false },
])('finds its key with $what: $isKnown', async ({ line, isKnown }) => {
  await using host = await start()
  await host.write({ 'access-line': printed, [keys]: `${line}\n` })
  expect(host.run('read_install_options --ssh-user ops; give_access').status).toBe(0)
  expect(await host.read(keys)).toBe(isKnown ? line : `${line}\n${key}`)
})

test('remembers the current key after a rotation', async () => {
  await using host = await start()
  await host.write({ 'access-line': printed, [keys]: `${key}\n`, 'installation/host-access.pub': 'ssh-ed25519 former' })
  expect(host.run('read_install_options --ssh-user ops; give_access').status).toBe(0)
  expect(await host.read('installation/host-access.pub')).toBe(key)
  expect(await host.read(keys)).toBe(key)
})

test('writes a setting that only the owner can read, and keeps the file on a full disk', async () => {
  await using host = await start('A=1\n')
  const path = join(host.folder, '.env')
  await chmod(path, 0o600)
  // The mode of the copy, before it gets the one of the file.
  const seen = host.run('chmod() { stat --format %a "${@: -1}"; command chmod "$@"; }; umask 022; write_setting A 2')
  expect(seen.stdout).toBe('600')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await host.read('installation/.env')).toBe(`PUBLIC_URL=${url}\nA=2`)
  await host.write({ full: '' })
  expect(host.run('write_setting A 3').status).toBe(36)
  expect(await host.read('installation/.env')).toBe(`PUBLIC_URL=${url}\nA=2`)
})

test('only one run at a time changes the installation', async () => {
  await using host = await start()
  const { status, stderr } = host.run(
    'umask 022; (lock_installation); exec 8>"$FOLDER/.lock"; flock 8; lock_installation',
  )
  expect(status).toBe(6)
  expect(stderr).toContain('Wait until it ends')
  // Another user could hold a lock that they can read.
  expect((await stat(join(host.folder, '.lock'))).mode & 0o777).toBe(0o600)
  expect(host.run('lock_installation; lock_installation').status).toBe(0)
})

test.each([
  ['https://releases.test', '=https'],
  ['http://releases.test', '=http,https'],
])('from %s, redirects can use %s', async (from, protocols) => {
  await using host = await start()
  const { stdout } = host.run(`curl() { echo "$*"; return 1; }; download ${from}/feed.json "$FAKE/feed" 9 || :`)
  expect(stdout).toContain(`--proto ${protocols} --proto-redir ${protocols} `)
})

test.each(['https://deploy.example.com/', 'HTTPS://Deploy.Example.COM', 'https://deploy.example.com:443'])(
  'knows its URL as %s',
  async (spelling) => {
    await using host = await start()
    expect(host.run(`read_install_options --url ${spelling}`).status).toBe(0)
    expect(host.run('read_install_options --url https://deploy.example.com:8443').status).toBe(4)
  },
)

test('loads all images of a bundle again, because an earlier run can have loaded only some', async () => {
  await using host = await start()
  // Only `docker image inspect` isn't called through `timeout`: the image is there.
  const known = 'docker() { :; }; IMAGE=registry.test/longshore:1.2.0'
  expect(host.run(`${known}; BUNDLE=bundle.tar.gz; ensure_images; BUNDLE=; ensure_images`).status).toBe(0)
  expect(await host.calls()).toEqual([expect.stringContaining('load --quiet --input')])
})

test('names a full disk if a bundle cannot be unpacked', async () => {
  await using host = await start()
  await host.write({ bundle: 'not an archive' })
  const unpack = 'unpack_bundle "$FAKE/unpacked" "$FAKE/bundle"'
  expect(host.run(unpack).stderr).toContain("isn't a complete bundle")
  const full = host.run(`df() { printf 'Avail\n    3\n'; }; ${unpack}`)
  expect(full).toMatchObject({ status: 30, stderr: expect.stringContaining('The disk is full') })
})

test('removes the downloaded feed', async () => {
  await using host = await start()
  await host.write({ 'releases/feed.json': '{"version":"1.3.0"}', 'temporary/kept': '' })
  const newest = 'export TMPDIR=$FAKE/temporary; echo "$(newest_version)"; ls "$TMPDIR"'
  expect(host.run(newest).stdout).toBe('1.3.0\nkept')
  await host.write({ 'releases/feed.json': '{}' })
  const failed = host.run('export TMPDIR=$FAKE/temporary; (newest_version) || echo "$?"; ls "$TMPDIR"')
  expect(failed.stdout).toBe('30\nkept')
})

test.each([
  ['https://deploy.example.com', 'server_name deploy.example.com apps.example.com *.apps.example.com;'],
  ['https://example.com', 'server_name example.com apps.example.com *.apps.example.com;'],
  ['http://192.0.2.7', ''],
])('the snippet for %s has "%s"', async (publicUrl, line) => {
  await using host = await start(`${listen}PUBLIC_URL=${publicUrl}\n`)
  const { status, stdout } = host.run('print_proxy_snippet nginx')
  expect(status).toBe(line === '' ? 4 : 0)
  expect(stdout).toContain(line)
})

const repository = 'DOCKER_KEY=$FAKE/apt/key DOCKER_LIST=$FAKE/apt/list DOCKER_ACTION=install DOCKER_SOURCE=repository'
const distribution = 'os_release() { case $1 in ID) echo ubuntu ;; *) echo noble ;; esac; }'
const gpg = 'gpg() { printf "pub\\nfpr:::::::::%s:\\n" "$DOCKER_APT_FINGERPRINT"; }; systemctl() { :; }'

test("adds Docker's repository of the distribution, and removes it if apt-get fails", async () => {
  await using host = await start()
  await host.write({ 'releases/linux/ubuntu/gpg': 'key', 'apt/list': 'of an interrupted run' })
  const add = () => host.run(`${repository}\n${distribution}\n${gpg}\nMIN_DOCKER=0.0.0\nensure_docker`)
  await host.write({ fails: ' install .*docker-ce' })
  expect(add()).toMatchObject({ status: 16, stderr: expect.stringContaining('apt-get install failed') })
  expect([await host.read('apt/list'), await host.read('apt/key')]).toEqual(['', ''])
  await host.write({ fails: 'nothing' })
  add()
  expect(await host.read('apt/list')).toContain('URIs: https://releases.test/linux/ubuntu\nSuites: noble\n')
  expect(await host.read('apt/key')).toBe('key')
})

test("uses Docker's repository if this machine has it, and checks its key", async () => {
  await using host = await start()
  const source = join(host.fake, 'apt/docker.sources')
  const entry = `https://releases.test/linux/ubuntu/ noble ${source}:1`
  const listing = `apt-get() { if [[ $1 == indextargets ]]; then echo '${entry}'; else command apt-get "$@"; fi; }`
  const add = () => host.run(`${repository}\n${distribution}\n${gpg}\n${listing}\nMIN_DOCKER=0.0.0\nensure_docker`)
  await host.write({ 'apt/docker.sources': `Signed-By: ${join(host.fake, 'apt/docker.asc')}\n`, fails: 'nothing' })
  add()
  expect([await host.read('apt/list'), await host.read('apt/key')]).toEqual(['', ''])
  expect(await host.calls()).toContainEqual(expect.stringContaining('install docker-ce'))
  await host.write({ 'apt/docker.sources': 'Types: deb\n' })
  expect(add()).toMatchObject({ status: 16, stderr: expect.stringContaining(`from ${source}`) })
})
