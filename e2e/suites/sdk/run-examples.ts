/** Runs the examples as users do: with the packed package, an API token and nothing else. */
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createApiToken } from '@longshore/sdk/operations'
import { nodeApp, webService } from '../../support/deploy-test-env.ts'
import { type SdkTestEnv, signInOwner } from './test-env.ts'

const run = promisify(execFile)
const timeoutMs = 180_000

/** The expected output of each example. */
const expected: Record<string, RegExp> = {
  'list-projects.ts': /^example \([a-z_]+\)\n {2}production: [a-z]+$/m,
  'deploy-and-follow.ts': /^deployment 1\n[\s\S]*→ live$/m,
}

export async function runExamples(sdk: SdkTestEnv): Promise<void> {
  const { testEnv, consumer, publicUrl } = sdk
  const { report } = testEnv
  const { client } = await signInOwner(sdk)
  const app = await testEnv.createApp('example', { files: nodeApp('example'), services: [webService()] })
  const { token } = await client.call(createApiToken, {
    body: { name: 'examples', scopes: ['projects:read', 'environments:read', 'deployments:read', 'deployments:write'] },
  })
  const environment = { LONGSHORE_URL: publicUrl, LONGSHORE_ENVIRONMENT: app.environmentId }
  const names = await readdir(join(consumer.folder, 'examples'))
  for (const name of names) {
    const file = join(consumer.folder, 'examples', name)
    const env = { PATH: process.env.PATH, ...environment, LONGSHORE_TOKEN: token }
    const { stdout, stderr } = await run(process.execPath, [file], { env, timeout: timeoutMs }).catch(
      (error: { stdout?: string; stderr?: string }) => ({
        stdout: error.stdout ?? '',
        stderr: error.stderr ?? 'failed',
      }),
    )
    const isGood = stderr === '' && expected[name]?.test(stdout) === true
    report.expect(isGood, `the example ${name} does what it says: ${stderr}${stdout.slice(-1_000)}`)
  }
  // Without a valid token the example prints the reason and the next step.
  const env = { PATH: process.env.PATH, ...environment, LONGSHORE_TOKEN: 'lgs_wrong' }
  const file = join(consumer.folder, 'examples/list-projects.ts')
  const refused = await run(process.execPath, [file], { env, timeout: timeoutMs }).catch(
    (error: { stderr: string }) => error,
  )
  report.expect(refused.stderr.includes('Sign in'), `a wrong token is explained: ${refused.stderr}`)
  report.figure('examples', names.length)
}
