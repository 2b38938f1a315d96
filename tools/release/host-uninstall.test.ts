import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHostScript } from './testing/host-script.ts'

const stored = 'ssh-ed25519 AAAAstored longshore-srv_1'
const rotated = 'ssh-ed25519 AAAArotated longshore-srv_1'
const keys = 'home/ops/.ssh/authorized_keys'
/** These two change the machine outside the folder. */
const withoutMachine = 'uninstall_units() { :; }; remove_files() { echo "removes the files"; }; check_root() { :; }'
const uninstall = (args: string) => `${withoutMachine}\nrun_uninstall ${args}`

async function start() {
  const host = await createHostScript()
  await host.write({
    'installation/.env': 'PUBLIC_URL=https://deploy.example.com\n',
    'installation/compose.yaml': 'name: longshore\n',
    'installation/host-access.pub': `${stored}\n`,
    'access-line': `printf '%s' '${rotated}' >> ~/.ssh/authorized_keys\n`,
    [keys]: `ssh-rsa first\nfrom="10.0.0.1" ${stored}\n${rotated}\nssh-rsa last\n`,
  })
  return host
}

test("removes Longshore's keys, also one that was rotated, and no build cache", async () => {
  await using host = await start()
  const { status, stdout, stderr } = host.run(uninstall('--everything --yes'))
  expect([status, stdout]).toEqual([0, 'removes the files'])
  expect(stderr).toContain('build cache stays')
  expect(await host.read(keys)).toBe('ssh-rsa first\nssh-rsa last')
  const calls = await host.calls()
  expect(calls.filter((call) => call.includes('builder'))).toEqual([])
  const at = (pattern: RegExp) => calls.findIndex((call) => pattern.test(call))
  expect(at(/register-host/)).toBeLessThan(at(/compose .*down/))
})

test('without a control plane, it removes the stored key', async () => {
  await using host = await start()
  await host.write({ fails: 'register-host', [keys]: `${stored}\n` })
  const { status, stderr } = host.run(uninstall('--keep-apps --yes'))
  expect(status).toBe(0)
  expect(stderr).toContain("control plane doesn't respond")
  expect(await host.read(keys)).toBe('')
})

test('continues if Docker cannot remove something, and names what is left', async () => {
  await using host = await start()
  await host.write({ fails: '^network' })
  const { status, stdout, stderr } = host.run(uninstall('--everything --yes'))
  expect([status, stdout]).toEqual([39, 'removes the files'])
  expect(stderr).toContain('docker network ls --quiet --filter label=longshore.instance | xargs -r docker network rm')
  expect(stderr).not.toContain('docker volume')
  expect(await host.read(keys)).toBe('ssh-rsa first\nssh-rsa last')
})

test('keeps every key on a full disk', async () => {
  await using host = await start()
  const before = await host.read(keys)
  await host.write({ full: '' })
  const { status, stderr } = host.run(uninstall('--keep-apps --yes'))
  expect(status).toBe(39)
  expect(stderr).toMatch(/Remove Longshore's key from .*authorized_keys by hand/)
  expect(await host.read(keys)).toBe(before)
  expect(await readdir(join(host.fake, 'home/ops/.ssh'))).toEqual(['authorized_keys'])
})

test.each([
  { folder: '/opt/', status: 2 },
  { folder: '/var/lib', status: 2 },
  { folder: '/', status: 2 },
  { folder: '/nowhere/longshore', status: 0 },
])('ends with $status for the folder $folder', async ({ folder, status }) => {
  await using host = await start()
  expect(host.run(`FOLDER=${folder}; ${uninstall('--everything --yes --dry-run')}`).status).toBe(status)
  expect((await host.calls()).filter((call) => /^(?:compose|rm|\w+ rm)/.test(call))).toEqual([])
})

test('removes nothing while an upgrade runs', async () => {
  await using host = await start()
  const lock = 'exec 8>"$FOLDER/.lock"; flock 8'
  expect(host.run(`${lock}; ${uninstall('--everything --yes')}`).status).toBe(6)
  expect((await host.calls()).filter((call) => call.includes('down'))).toEqual([])
})
