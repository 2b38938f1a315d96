/** Runs `export` and `apply` of the CLI against organizations of two instances. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { leastRoles } from '@longshore/sdk/permissions'
import { type CliTestEnv, createCliTestEnv, mainFile } from '../../support/cli/cli.ts'
import { call, callAs, newAddress, password, type SignedIn, toSignedIn } from '../../support/client.ts'
import type { Instance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts'

/** An exported file with the values of its secrets. */
export interface Source {
  readonly text: string
  readonly secrets: Record<string, string>
}

/** Sign-in to an organization by environment variables. */
export type Access = Record<string, string>

export interface ApplyTestEnv extends AsyncDisposable {
  readonly report: Report
  readonly cli: CliTestEnv<null>
  readonly to: Instance
  readonly proxy: CountingProxy
  /** An empty organization on the second instance. */
  newOrganization(): Promise<Access>
  exportFrom(instance: Instance, person: SignedIn): Promise<string>
  exportOf(access: Access): Promise<string>
  writeFile(text: string): Promise<string>
  /** Starts an apply that the caller can kill. */
  start(access: Access, args: readonly string[], secrets: Record<string, string>): ChildProcess
}

export async function startApplyTestEnv({
  report,
  to,
  receiver,
}: {
  report: Report
  to: Instance
  receiver: SignedIn
}): Promise<ApplyTestEnv> {
  const cli = await createCliTestEnv(null)
  const proxy = await startCountingProxy(to.url)
  const exportOf = async (access: Access) => {
    const { code, stdout, stderr } = await cli.call(['export'], { environment: access })
    if (code !== 0) throw new Error(`export: ${code} ${stderr}`)
    return stdout
  }
  let count = 0
  return {
    report,
    cli,
    to,
    proxy,
    async newOrganization() {
      count += 1
      const created = await callAs(to, receiver, {
        method: 'POST',
        path: '/organizations',
        body: { name: `Empty ${count}` },
      })
      if (created.status !== 201) throw new Error(`organization: ${created.status} ${created.text}`)
      return await accessTo(to, { ...(await signInAgain(to, receiver)), worksIn: created.body.id }, proxy.url)
    },
    exportFrom: async (instance, person) =>
      await exportOf(await accessTo(instance, { ...person, worksIn: person.organizationId }, instance.url)),
    exportOf,
    async writeFile(text) {
      const path = join(cli.directory, 'instance.yaml')
      await writeFile(path, text)
      return path
    },
    start: (access, args, secrets) =>
      spawn(process.execPath, [mainFile, ...args], {
        env: { ...cli.environment, ...access, ...secrets },
        cwd: cli.directory,
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]()
      await cli[Symbol.asyncDispose]()
    },
  }
}

/** Creating a token needs a sign-in within the last ten minutes, which the kills can outlast. */
async function signInAgain(instance: Instance, { email }: SignedIn): Promise<SignedIn> {
  const answer = await call(instance, 'POST', '/api/v1/auth/login', {
    body: { email, password },
    address: newAddress(),
  })
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text}`)
  return toSignedIn(answer, email)
}

async function accessTo(instance: Instance, person: SignedIn, url: string): Promise<Access> {
  const body = { name: 'apply', scopes: Object.keys(leastRoles) }
  const {
    status,
    text,
    body: token,
  } = await callAs<{ token: string }>(instance, person, {
    method: 'POST',
    path: '/api-tokens',
    body,
  })
  if (status !== 201) throw new Error(`token: ${status} ${text}`)
  return { LONGSHORE_URL: url, LONGSHORE_TOKEN: token.token, LONGSHORE_ORGANIZATION: person.worksIn ?? '' }
}
