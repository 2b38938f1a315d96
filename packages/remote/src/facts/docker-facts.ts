/** Docker as the server's engine describes itself, over its forwarded socket. */
import { request } from 'node:http'
import { z } from 'zod'
import { RemoteError } from '../ssh/remote-error.ts'
import { plain } from './read-facts.ts'

const Version = z.object({ Version: z.string(), ApiVersion: z.string() })
const Info = z.object({
  Driver: z.string().default(''),
  SecurityOptions: z.array(z.string()).nullish(),
  DockerRootDir: z.string().default('/var/lib/docker'),
})
const maxAnswerBytes = 1 << 20

export interface DockerFacts {
  version: string
  apiVersion: string
  storageDriver: string
  rootless: boolean
  rootDirectory: string
}

type Options = { deadlineMs: number; signal?: AbortSignal }

export async function readDockerFacts(socketPath: string, options: Options): Promise<DockerFacts> {
  const version = Version.parse(JSON.parse(await get(socketPath, '/version', options)))
  const info = Info.parse(JSON.parse(await get(socketPath, '/info', options)))
  const root = info.DockerRootDir
  return {
    version: plain(version.Version, 40),
    apiVersion: plain(version.ApiVersion, 20),
    storageDriver: plain(info.Driver, 40),
    rootless: (info.SecurityOptions ?? []).some((each) => each.includes('rootless')),
    rootDirectory: /^\/[\w./-]{1,255}$/.test(root) ? root : '/var/lib/docker',
  }
}

export async function pingDocker(socketPath: string, options: Options): Promise<void> {
  await get(socketPath, '/_ping', options)
}

async function get(socketPath: string, path: string, { deadlineMs, signal }: Options): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const late = AbortSignal.timeout(deadlineMs)
  const ends = signal === undefined ? late : AbortSignal.any([late, signal])
  const call = request({ socketPath, path, agent: false, signal: ends, headers: { host: 'docker' } }, (answer) => {
    const chunks: Buffer[] = []
    let size = 0
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxAnswerBytes) call.destroy(new Error('the answer is too long'))
      else chunks.push(chunk)
    })
    answer.on('error', reject)
    answer.on('end', () => {
      if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'))
      else reject(new Error(`status ${answer.statusCode}`))
    })
  })
  call.on('error', reject)
  call.end()
  try {
    return await promise
  } catch (cause) {
    signal?.throwIfAborted()
    throw new RemoteError('docker_unreachable', 'Docker does not answer as it should.', {
      hint: '"sudo systemctl enable --now docker" starts it; "journalctl -u docker" tells why it stopped.',
      cause,
    })
  }
}
