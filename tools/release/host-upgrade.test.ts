import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createUpgradeMachine, imageOf } from './testing/upgrade-machine.ts'

// The script gives folders to the user of the containers.
const asRoot = test.skipIf(process.getuid?.() !== 0)

/** Other programs can use all processors. */
const waitOptions = { timeout: 10_000, interval: 20 }

async function start() {
  const machine = await createUpgradeMachine()
  await machine.publish('1.1.0')
  return machine
}

asRoot('backs up and starts a candidate before it replaces anything, and bridges the switch', async () => {
  await using machine = await start()
  expect(await machine.run('--yes')).toBe(0)
  expect(await machine.status()).toMatchObject({ state: 'succeeded', message: 'Version 1.1.0 runs.' })
  expect(await machine.state()).toContain(`1.1.0\nnew files\nLONGSHORE_IMAGE=${imageOf('1.1.0')}`)
  expect(await machine.read('upgrade/unfinished')).toBe('')
  expect(await machine.read('../longshore')).toBe('# 1.1.0')
  const calls = await machine.calls()
  const at = (pattern: RegExp) => calls.findIndex((call) => pattern.test(call))
  const order = [
    /^pull/,
    /init \/out/,
    /migrate upgrade --always-back-up/,
    /run --detach/,
    /divert --from/,
    / up .* api$/,
  ]
  const positions = [...order, /divert --end/, /^stop/, / up .* worker$/].map(at)
  expect(positions).toEqual(positions.toSorted((one, other) => one - other))
  expect(positions).not.toContain(-1)
})

asRoot('changes nothing without a newer release, with --dry-run, or for an older version', async () => {
  await using machine = await start()
  const before = await machine.state()
  expect(await machine.run('--dry-run')).toBe(0)
  expect(await machine.run('--to', '0.9.0', '--yes')).toBe(41)
  expect(await machine.state()).toBe(before)
  expect(await machine.run('--yes')).toBe(0)
  expect(await machine.run('--yes')).toBe(0)
  expect((await machine.status()).state).toBe('up_to_date')
})

asRoot('a failed download of the image changes nothing', async () => {
  await using machine = await start()
  const before = await machine.state()
  await machine.break('fails', '^pull')
  expect(await machine.run('--yes')).toBe(42)
  expect(await machine.status()).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/Nothing was changed/),
  })
  expect(await machine.state()).toBe(before)
})

asRoot.each(['init /out', 'migrate', 'run --detach', ' up .* api$', ' up .* worker$'])(
  'returns if "%s" fails',
  async (pattern) => {
    await using machine = await start()
    const before = await machine.state()
    await machine.break('fails', pattern)
    expect(await machine.run('--yes')).toBe(43)
    expect(await machine.read('compose.yaml')).toBe('old files')
    expect(await machine.read('release/version.txt')).toBe('1.0.0')
    if (pattern.includes('worker')) {
      // The old worker can't be started either. The mark stays for the next run.
      expect((await machine.status()).state).toBe('failed')
      await machine.repair()
      expect(await machine.run('--requested')).toBe(0)
    }
    expect((await machine.status()).state).toBe('returned')
    expect(await machine.state()).toBe(before)
    expect(await machine.read('upgrade/unfinished')).toBe('')
  },
)

asRoot.each([
  '^pull',
  'init /out',
  'migrate',
  'run --detach',
  'divert --from',
  ' up .* api$',
  '^stop',
  ' up .* worker$',
])('killed at "%s", the next run returns and then upgrades', async (pattern) => {
  await using machine = await start()
  const before = await machine.state()
  await machine.break('kills', pattern)
  expect(await machine.run('--yes')).toBeNull()
  expect(await machine.run('--requested')).toBe(0)
  expect(await machine.state()).toBe(before)
  expect((await machine.status()).state).toBe(pattern === '^pull' ? 'failed' : 'returned')
  expect(await machine.run('--yes')).toBe(0)
  expect(await machine.read('release/version.txt')).toBe('1.1.0')
})

asRoot('a run that died after the release was installed counts as succeeded', async () => {
  await using machine = await start()
  expect(await machine.run('--yes')).toBe(0)
  await writeFile(join(machine.folder, 'upgrade/unfinished'), 'changed 1.0.0 1.1.0\n')
  expect(await machine.run('--requested')).toBe(0)
  expect((await machine.status()).state).toBe('succeeded')
  expect(await machine.read('release/version.txt')).toBe('1.1.0')
})

asRoot('a request upgrades to the newest release, whatever it contains', async () => {
  await using machine = await start()
  const request = join(machine.folder, 'upgrade/requests/upgrade')
  await mkdir(request, { recursive: true })
  await writeFile(join(request, 'version'), '0.9.0')
  expect(await machine.run('--requested')).toBe(0)
  expect(await machine.read('release/version.txt')).toBe('1.1.0')
  expect(await machine.read('upgrade/requests/upgrade/version')).toBe('')
})

asRoot('goes back, also after it was killed on the way, and keeps two images', async () => {
  await using machine = await start()
  expect(await machine.run('--yes')).toBe(0)
  await machine.publish('1.2.0')
  expect(await machine.run('--yes')).toBe(0)
  expect(await machine.calls()).toContain(`image rm -- ${imageOf('1.0.0')}`)
  await machine.break('kills', ' up .* api$')
  expect(await machine.run('--previous', '--yes')).toBeNull()
  expect(await machine.run('--requested')).toBe(0)
  expect(await machine.read('release/version.txt')).toBe('1.1.0')
  expect(await machine.state()).not.toContain(imageOf('1.2.0'))
})

asRoot('a run that waits for another one starts from the version that the other one installed', async () => {
  await using machine = await start()
  await machine.break('waits', '^pull')
  const first = machine.run('--yes')
  const pull = `pull --quiet -- ${imageOf('1.1.0')}`
  await vi.waitFor(async () => expect(await machine.calls()).toContain(pull), waitOptions)
  const second = machine.run('--yes')
  await vi.waitFor(() => expect(machine.messages()).toContain('Another upgrade is running'), waitOptions)
  await machine.repair()
  expect([await first, await second]).toEqual([0, 0])
  expect((await machine.status()).state).toBe('up_to_date')
  expect(await machine.run('--previous', '--yes')).toBe(0)
  expect(await machine.read('release/version.txt')).toBe('1.0.0')
})

asRoot.each([null, 'fails', 'kills'] as const)('going back keeps the settings (%s on the way)', async (how) => {
  await using machine = await start()
  expect(await machine.run('--yes')).toBe(0)
  const path = join(machine.folder, '.env')
  await writeFile(path, `SMTP=new\n${await machine.read('.env')}\n`, { mode: 0o644 })
  expect(await machine.run('--previous', '--dry-run')).toBe(0)
  expect(machine.messages()).toContain('from 1.1.0 to 1.0.0')
  expect(await machine.read('release/version.txt')).toBe('1.1.0')
  if (how !== null) await machine.break(how, ' up .* api$')
  expect(await machine.run('--previous', '--yes')).toBe({ fails: 44, kills: null, none: 0 }[how ?? 'none'])
  await machine.repair()
  if (how !== null) expect(await machine.run('--requested')).toBe(0)
  expect(await machine.read('release/version.txt')).toBe('1.0.0')
  expect(await machine.read('.env')).toBe(`SMTP=new\nLONGSHORE_IMAGE=${imageOf('1.0.0')}`)
  expect(await machine.read('.env.before')).toBe(`SMTP=new\nLONGSHORE_IMAGE=${imageOf('1.1.0')}`)
  expect((await stat(join(machine.folder, '.env.before'))).mode & 0o777).toBe(0o600)
})

asRoot('a run that waited while the installation was removed does not bring it back', async () => {
  await using machine = await start()
  const removal = spawn('flock', [join(machine.folder, '.lock'), 'cat'])
  removal.stdin.write('holds the lock')
  await once(removal.stdout, 'data')
  const upgrade = machine.run('--yes')
  await vi.waitFor(() => expect(machine.messages()).toContain('Another upgrade is running'), waitOptions)
  await rm(join(machine.folder, 'compose.yaml'))
  removal.stdin.end()
  expect(await upgrade).toBe(3)
  expect(await machine.read('compose.yaml')).toBe('')
})

asRoot.each([
  ['fails', 'migrate'],
  ['fails', ' up .* api$'],
  ['kills', 'migrate'],
  ['kills', ' up .* api$'],
] as const)('an upgrade that %s at "%s" keeps the way back, and not its image', async (how, pattern) => {
  await using machine = await start()
  expect(await machine.run('--yes')).toBe(0)
  await machine.publish('1.2.0')
  await machine.break(how, pattern)
  expect(await machine.run('--yes')).toBe(how === 'kills' ? null : 43)
  if (how === 'kills') expect(await machine.run('--requested')).toBe(0)
  expect(await machine.status()).toMatchObject({ state: 'returned', message: expect.stringMatching(/1\.1\.0 runs/) })
  expect((await machine.calls()).filter((call) => call.startsWith('image rm'))).toEqual([
    `image rm -- ${imageOf('1.2.0')}`,
  ])
  await machine.repair()
  expect(await machine.run('--previous', '--yes')).toBe(0)
  expect(await machine.read('release/version.txt')).toBe('1.0.0')
})

asRoot('a run that died between its end and its cleanup keeps the way back too', async () => {
  await using machine = await start()
  expect(await machine.run('--yes')).toBe(0)
  const release = join(machine.folder, 'release')
  await rename(join(release, 'previous'), join(release, 'previous.older'))
  expect(await machine.run('--previous', '--yes')).toBe(0)
  expect(await machine.read('release/version.txt')).toBe('1.0.0')
})

asRoot('upgrades from a bundle without a network, and refuses one that was changed', async () => {
  await using machine = await start()
  const before = await machine.state()
  expect(await machine.run('--offline', await machine.bundle('1.1.0', 'changed'), '--yes')).toBe(32)
  expect(await machine.state()).toBe(before)
  expect(await machine.run('--offline', await machine.bundle('1.1.0'), '--yes')).toBe(0)
  expect(await machine.state()).toContain('LONGSHORE_IMAGE=registry.test/longshore:1.1.0')
  expect((await machine.calls()).filter((call) => call.startsWith('pull'))).toEqual([])
})
