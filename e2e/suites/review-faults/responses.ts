/** API responses and the output of operator commands. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Environment } from '@longshore/sdk'
import { signUp } from '../../support/client.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import type { FaultsTestEnv, Finding } from './finding.ts'

export const automaticDomain: Finding = {
  id: 'acceptance-M4',
  title: 'the response to create has no automatic domain',
  async provoke(faults) {
    const testEnv = await faults.deploying()
    const [server] = testEnv.servers
    const project = await mustAsk(testEnv, 'POST', '/projects', { name: 'Addresses', image: 'nginx:1.29' })
    const wanted = { projectId: project.id, name: 'Shown', serverId: server?.id }
    const created = await mustAsk(testEnv, 'POST', '/environments', wanted)
    const service = { name: 'web', kind: 'web', port: 80, source: { builder: 'image', image: 'nginx:1.29' } }
    await mustAsk(testEnv, 'POST', `/environments/${created.id}/services`, { services: [service] })
    const copied = await mustAsk<Environment>(testEnv, 'POST', '/environments', {
      ...wanted,
      name: 'Copied',
      copyFrom: created.id,
    })
    const read = await mustAsk<Environment>(testEnv, 'GET', `/environments/${copied.id}`)
    if (read.domains.length === 0) throw new Error('the environment has no automatic domain')
    return { broken: copied.domains.length === 0, how: `${copied.domains.length} of ${read.domains.length} domains` }
  },
}

export const forgottenPassword: Finding = {
  id: 'acceptance-M5',
  title: 'there is no way back from a forgotten password without a mail server',
  async provoke(faults) {
    const testEnv = await faults.deploying()
    const { instance } = testEnv
    const person = await signUp(instance)
    const code = await command(faults, ['otp', 'nobody@example.com'], instance.environment)
    const link = await command(faults, ['reset-link', person.email], instance.apiEnvironment)
    const token = /#token=(\S+)/.exec(link.output)?.[1]
    const body = { token, password: 'a long uncommon passphrase 47' }
    const reset = token === undefined ? null : await ask(testEnv, 'POST', '/auth/reset-password', body)
    const hasTrace = /^ {4}at /m.test(code.errors)
    const how = `otp ${hasTrace ? 'with' : 'without'} a stack trace, reset ${reset?.status ?? 'impossible'}`
    return { broken: hasTrace || reset?.status !== 204, how }
  },
}

async function command(
  { checkout }: FaultsTestEnv,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ output: string; errors: string }> {
  const main = join(checkout.root, 'apps/server/src/main.ts')
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...environment }, timeout: 60_000 })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { output, errors }
}
