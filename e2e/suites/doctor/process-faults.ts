/** Faults of processes, Restate, the private link, disks, and a mail server that refuses. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import type { Installation } from './installation.ts'
import type { SeededFault } from './seeded-fault.ts'

const run = promisify(execFile)

export const processFaults: readonly SeededFault[] = [
  {
    name: 'the socket of the link is gone',
    codes: { 'link-socket': 'fault' },
    isQuick: true,
    async seed({ environment }) {
      const socket = environment.LINK_SOCKET ?? ''
      await rename(socket, `${socket}.gone`)
      return async () => await rename(`${socket}.gone`, socket)
    },
  },
  {
    name: 'the engine is down',
    codes: { 'engine-ingress': 'fault', 'engine-admin': 'fault' },
    isQuick: true,
    async seed({ restate }) {
      await restate.kill()
      return async () => await restate.start()
    },
  },
  {
    name: 'the engine has another identity',
    codes: { 'engine-identity': 'fault' },
    isQuick: true,
    seed: async ({ restate }) => await changeIdentity(restate),
  },
  {
    name: 'the engine has forgotten the worker',
    codes: { 'worker-registered': 'fault' },
    seed: forgetWorker,
  },
  {
    name: 'an ingress that takes connections and says nothing',
    codes: { 'engine-ingress': 'fault' },
    async seed(installation) {
      const server = createServer(() => undefined)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const before = installation.environment.RESTATE_INGRESS_URL ?? ''
      installation.environment.RESTATE_INGRESS_URL = `http://127.0.0.1:${port}`
      return async () => {
        installation.environment.RESTATE_INGRESS_URL = before
        server.close()
      }
    },
  },
  {
    name: 'no worker',
    codes: { 'worker-alive': 'fault', 'link-socket': 'fault', 'engine-finds-worker': 'fault' },
    async seed(installation) {
      await installation.worker.stop()
      return installation.startWorker
    },
  },
  {
    name: 'a worker that was killed',
    codes: { 'worker-alive': 'fault', link: 'fault', 'engine-finds-worker': 'fault' },
    async seed(installation) {
      await installation.worker.stop('SIGKILL')
      return installation.startWorker
    },
  },
  {
    name: 'no api',
    codes: { 'api-alive': 'fault', 'public-health': 'warning' },
    async seed(installation) {
      await installation.api.stop()
      return installation.startApi
    },
  },
  {
    name: 'a mail server that refuses the login',
    codes: { 'mail-login': 'fault' },
    isQuick: true,
    async seed({ secrets }) {
      const server = new SMTPServer({
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(new Error('no')),
      })
      server.on('error', () => undefined)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.server.address() as AddressInfo
      const undo = await secrets.replace('smtp-url', `smtp://longshore:a-long-password@127.0.0.1:${port}`)
      return async () => {
        await undo()
        await new Promise<void>((resolve) => server.close(resolve))
      }
    },
  },
  {
    name: 'a disk that is full',
    codes: { disk: 'fault' },
    isQuick: true,
    environment: ({ folder }) => ({ IMPORT_DIRECTORY: join(folder, 'disk') }),
    seed: async (installation) =>
      await mountSmallDisk(installation, async (disk) => await writeFile(join(disk, 'big'), Buffer.alloc(4_150_000))),
  },
  {
    name: 'a folder on a disk that is read only',
    codes: { folders: 'fault' },
    environment: ({ folder }) => ({ IMPORT_DIRECTORY: join(folder, 'disk') }),
    seed: async (installation) =>
      await mountSmallDisk(installation, async (disk) => void (await run('mount', ['-o', 'remount,ro', disk]))),
  },
]

/** It starts with a new key, but the worker knows the public half of the old one. */
async function changeIdentity(restate: Installation['restate']): Promise<() => Promise<void>> {
  const file = join(restate.folder, 'identity.pem')
  const before = await readFile(file, 'utf8')
  const startWith = async (key: string) => {
    await restate.kill()
    await writeFile(file, key)
    await restate.start()
  }
  await startWith(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  return async () => await startWith(before)
}

async function forgetWorker({ restate, workerUrl }: Installation): Promise<() => Promise<void>> {
  const { deployments } = (await (await fetch(`${restate.adminUrl}/deployments`)).json()) as {
    deployments: { id: string }[]
  }
  for (const { id } of deployments)
    await fetch(`${restate.adminUrl}/deployments/${id}?force=true`, { method: 'DELETE' })
  return async () => {
    const body = JSON.stringify({ uri: workerUrl, force: true })
    await fetch(`${restate.adminUrl}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  }
}

async function mountSmallDisk(
  { folder }: Installation,
  spoil: (disk: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const disk = join(folder, 'disk')
  await mkdir(disk, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'longshore-doctor', disk])
  const undo = async () => void (await run('umount', [disk]))
  await spoil(disk).catch(async (error: unknown) => {
    await undo()
    throw error
  })
  return undo
}
