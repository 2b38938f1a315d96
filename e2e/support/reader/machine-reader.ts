/** A reader with a new machine: root's terminal on it, and a browser that finds the instance at its hostname. */
import { join } from 'node:path'
import type { Server } from '@longshore/sdk'
import type { Page } from 'playwright-core'
import { createRepository } from '../../fixtures/repository.ts'
import type { Target, TargetOptions } from '../../fixtures/target.ts'
import { startBrowser } from '../browser.ts'
import { newAddress, password } from '../client.ts'
import { nodeApp } from '../deploy-test-env.ts'
import { dashboardName, zone } from '../install-test-env.ts'
import { type Machine, startMachine } from '../installation/script-machine.ts'
import { type Shelf, version } from '../installation/shelf.ts'
import { mustCall } from '../installed-client.ts'
import { pathOf } from './dashboard-place.ts'
import type { Reader } from './reader.ts'

export interface MachineReader extends Reader {
  readonly machine: Machine
  /** An automatic hostname that resolves in the test: machines with a public IP address have one anyway. */
  giveBaseDomain(): Promise<void>
}

const email = 'ada@example.com'
const viewport = { width: 1_280, height: 900 }
const commandTimeoutMs = 10 * 60_000
const linkPattern = /https:\/\/\S+\/setup#token=\S+/

export async function openMachineReader(shelf: Shelf, options: TargetOptions = {}): Promise<MachineReader> {
  await using stack = new AsyncDisposableStack()
  const machine = stack.use(await startMachine(shelf, options))
  const { target } = machine
  const script = `${shelf.releases.baseUrl}/${version}/install.sh`
  await target.mustExec(['curl', '-fsSo', '/root/install.sh', script])
  await createRepository(join(machine.repositories, 'shop.git'), nodeApp('Hello from the shop', 'EXPOSE 3000\n'))
  const browser = await startBrowser({ [dashboardName]: `127.0.0.1:${target.published.get(443)}` })
  stack.defer(() => browser.close())
  const terminal = openTerminal(target, shelf)
  let page: Promise<Page> | undefined
  const open = async () => {
    const extraHTTPHeaders = { 'x-forwarded-for': newAddress() }
    return await (await browser.newContext({ viewport, extraHTTPHeaders, ignoreHTTPSErrors: true })).newPage()
  }
  const show = () => {
    page ??= open()
    return page
  }
  const owned = stack.move()
  return {
    machine,
    placeholders: new Map([
      ['example.com', zone],
      ['https://git.example.com/acme/shop', machine.gitUrl('shop.git')],
    ]),
    run: async ({ text }) => terminal.run(text),
    writeFile: (name, text) => terminal.writeFile(name, text),
    page: show,
    async goTo(place) {
      const path = place === 'setup link' ? terminal.setupLink() : `https://${dashboardName}${pathOf(place, new Map())}`
      await (await show()).goto(path)
    },
    own: (what) => ownValue(what),
    fileOf: (name) => name,
    async giveBaseDomain() {
      const signIn = { method: 'POST', path: '/auth/login', body: { email, password } }
      const { accessToken: token } = await mustCall(machine, signIn)
      const { items } = await mustCall<{ items: [Server] }>(machine, { path: '/servers', token })
      const body = { baseDomain: `apps.${zone}` }
      await mustCall(machine, { method: 'PATCH', path: `/servers/${items[0].id}`, token, body })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Root's terminal: the folder carries over from block to block. */
function openTerminal(target: Target, shelf: Shelf) {
  let output = ''
  return {
    async run(text: string) {
      const lines = [
        'set -euo pipefail',
        // The suite answers the script's questions.
        `export ASSUME_YES=yes LONGSHORE_DOCKER_APT_FINGERPRINT=${shelf.docker.fingerprint}`,
        'cd "$(cat /root/.folder 2>/dev/null || echo /root)"',
        text,
        'pwd >/root/.folder',
      ]
      const result = await target.exec(['bash', '-s'], { stdin: `${lines.join('\n')}\n`, deadlineMs: commandTimeoutMs })
      output = `${result.stdout}\n${result.stderr}`
      if (result.exitCode !== 0) throw new Error(`exit code ${result.exitCode}: ${output.trim().slice(-6_000)}`)
    },
    async writeFile(name: string, text: string) {
      const stdin = `cd "$(cat /root/.folder 2>/dev/null || echo /root)"\nmkdir -p "$(dirname "${name}")"\ncat >"${name}" <<'LONGSHORE_FILE'\n${text}\nLONGSHORE_FILE\n`
      await target.mustExec(['bash', '-euo', 'pipefail', '-s'], { stdin })
    },
    setupLink(): string {
      const [link] = linkPattern.exec(output) ?? []
      if (link === undefined) throw new Error('no block printed a setup link')
      return link
    },
  }
}

function ownValue(what: string): string {
  const known: Readonly<Record<string, string>> = {
    name: 'Ada Lovelace',
    organization: 'Analytical Engines',
    'email address': email,
    'new password': password,
    password,
  }
  const value = known[what]
  if (value === undefined) throw new Error(`the reader has no “${what}”, only ${Object.keys(known).join(', ')}`)
  return value
}
