/** The CLI in a pipe: link, deploy, logs, variables, a one-off command, a failure, rollback, a token for CI. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryFile } from '../../fixtures/repository.ts'
import type { CliTestEnv } from '../../support/cli/cli.ts'
import { McpClient } from '../../support/cli/mcp-client.ts'
import { type App, type DeployServer, nodeApp, webService } from '../../support/deploy-test-env.ts'

const escapeSequence = '\u001b'

/** An app that tries to change the title of the terminal. */
export function loudApp(text: string, extra = ''): RepositoryFile[] {
  return nodeApp(text, extra).map((file) =>
    file.path === 'server.mjs'
      ? { ...file, content: `${file.content}console.log('\\u001b]0;owned\\u0007listening \\u202e')\n` }
      : file,
  )
}

export async function runScenario(cli: CliTestEnv, server: DeployServer): Promise<App> {
  const { testEnv, call, directory } = cli
  const { report } = testEnv
  const app = await testEnv.createApp('shop', { files: loudApp('one'), services: [webService()], server })
  const early = await call(['deploy'])
  report.expect(early.code === 2 && early.stderr.includes('longshore link'), `which environment: ${early.stderr}`)
  const linked = await call(['link', 'shop', 'production'])
  const link = await readFile(join(directory, '.longshore/link.json'), 'utf8')
  report.expect(linked.code === 0 && JSON.parse(link).environment.id === app.environmentId, `link: ${linked.stderr}`)
  report.expect(!/token|secret|password/i.test(link), 'the link holds no secret')
  const deployed = await call(['deploy', '--follow'])
  report.expect(
    deployed.code === 0 && /✓ Build {2}.*[\s\S]*✓ Live after/.test(deployed.stdout),
    `deploy --follow: ${deployed.stdout}${deployed.stderr}`,
  )
  report.expect(!deployed.stdout.includes(escapeSequence), 'no escape sequences in a pipe')
  const status = await call(['status', '--json'])
  report.expect(
    status.json?.environment?.status === 'live' && status.json.deployments.length === 1,
    `status: ${status.stderr}`,
  )
  const logs = await call(['logs', '--service', 'web'])
  report.expect(
    / web listening \ufffd/.test(logs.stdout) && !logs.stdout.includes(escapeSequence),
    `logs are sanitized: ${JSON.stringify(logs.stdout)}`,
  )
  await runCommands(cli)
  await fail(cli, app)
  return app
}

async function runCommands({ testEnv: { report }, call, directory }: CliTestEnv): Promise<void> {
  const ran = await call(['run', '--', 'node', '-e', 'process.stdout.write("a\\u0000b"); process.exit(9)'])
  report.expect(
    ran.code === 9 && ran.stdout === 'a\u0000b',
    `run hands on output and exit code: ${ran.code} ${JSON.stringify(ran.stdout)} ${ran.stderr}`,
  )
  const set = await call(['env', 'set', '--stdin', 'API_KEY'], { input: 'open sesame\n' })
  report.expect(set.code === 0 && set.stdout.includes('unpublished'), `env set: ${set.stdout}${set.stderr}`)
  const listed = await call(['env', 'list'])
  report.expect(
    listed.stdout.includes('API_KEY') && !listed.stdout.includes('sesame'),
    `env list masks: ${listed.stdout}`,
  )
  const pulled = await call(['env', 'pull'])
  const text = await readFile(join(directory, '.env'), 'utf8').catch(() => '')
  report.expect(pulled.code === 0 && text === "API_KEY='open sesame'\n", `env pull: ${text}${pulled.stderr}`)
  report.expect((await call(['env', 'pull'])).code === 5, 'a file that is there is not replaced')
  report.expect((await call(['env', 'unset', 'API_KEY'])).code === 0, 'env unset')
  report.expect((await call(['init'])).code === 0, 'init writes a file')
  await writeFile(join(directory, 'longshore.yaml'), 'version: 1\nservices:\n  web:\n    port: many\n')
  const checked = await call(['init', '--check'])
  report.expect(
    checked.code === 2 && checked.stdout.startsWith('longshore.yaml:4: services.web.port '),
    `init --check: ${checked.stdout}`,
  )
}

async function fail(cli: CliTestEnv, app: App): Promise<void> {
  const { testEnv, call } = cli
  const { report } = testEnv
  await testEnv.commit(app, loudApp('two', 'RUN echo no luck && exit 3\n'), 'Break \u001b[2J it')
  const failed = await call(['deploy', '--follow'])
  report.expect(
    failed.code === 7 && failed.stdout.includes('What to do:'),
    `a deployment that fails: ${failed.code} ${failed.stdout}${failed.stderr}`,
  )
  report.expect(
    failed.stdout.includes('no luck') && !failed.stdout.includes(escapeSequence),
    'its last lines are shown, sanitized',
  )
  const absent = await call(['logs', '--deployment', '99'])
  report.expect(absent.code === 4, `no such deployment: ${absent.code}`)
  const log = await call(['logs', '--deployment', '2'])
  report.expect(
    log.code === 0 && log.stdout.includes('no luck'),
    `the log of a deployment: ${log.stdout.slice(-300)}${log.stderr}`,
  )
  await askAssistant(cli)
}

/** Asks why the deployment failed, as the signed-in user in the linked directory. The assistant only reads. */
async function askAssistant({ testEnv: { report }, environment, directory }: CliTestEnv): Promise<void> {
  await using assistant = new McpClient({ environment, directory })
  await assistant.greet()
  const tools = await assistant.tools()
  report.expect(
    tools.length > 10 && tools.every((each) => each.annotations.readOnlyHint),
    `a person's assistant only reads: ${tools.map((each) => each.name)}`,
  )
  const failed = await assistant.call('get_deployment', { deployment: '2' })
  const { error, steps, hasEnded } = failed.value
  report.expect(
    hasEnded === true && error?.hint !== '' && steps.some((each: { status: string }) => each.status === 'failed'),
    `why it failed: ${failed.text.slice(0, 500)}`,
  )
  const log = await assistant.call('read_deployment_log', { deployment: '2', search: 'no luck' })
  report.expect(
    log.text.includes('no luck') && !log.text.includes(escapeSequence),
    `its log: ${log.text.slice(0, 300)}`,
  )
  const diff = await assistant.call('diff_deployments', { deployment: '2', against: '1' })
  report.expect(diff.text.length > 0, `what differs: ${diff.text.slice(0, 300)}`)
}

/** Rolls back to the first version and creates a token that can do only that. */
export async function rollBack({ testEnv, call }: CliTestEnv): Promise<void> {
  const { report, instance } = testEnv
  const rolled = await call(['rollback', '1', '--follow', '--json'])
  const events = rolled.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const last = events.at(-1)
  report.expect(
    rolled.code === 0 && last?.event === 'result' && last.data.status === 'live',
    `rollback: ${rolled.code} ${rolled.stderr}`,
  )
  report.expect(
    events.some((each) => each.event === 'step' && each.data.name === 'switch-traffic'),
    'steps come as JSON',
  )
  report.figure('events', events.length)
  const created = await call(['token', 'create', 'ci', '--project', 'shop', '--days', '1'])
  const token = created.stdout.trim()
  report.expect(/^lgs_\S+$/.test(token), `only the token goes to standard output: ${created.stderr}`)
  const environment = { LONGSHORE_URL: instance.url, LONGSHORE_TOKEN: token, LONGSHORE_ENVIRONMENT: 'shop/production' }
  const status = await call(['status', '--json'], { environment })
  report.expect(status.code === 0 && status.json?.environment?.status === 'live', `by a token: ${status.stderr}`)
  const refused = await call(['server', 'list'], { environment })
  report.expect(
    refused.code === 5 && refused.stderr.includes('servers:read'),
    `beyond its scopes: ${refused.code} ${refused.stderr}`,
  )
  report.expect((await call(['token', 'revoke', 'ci'])).code === 0, 'token revoke')
  report.expect((await call(['status'], { environment })).code === 3, 'a token that was revoked')
  for (const profile of ['hand', 'default'])
    report.expect((await call(['logout', '--profile', profile])).code === 0, `logout of ${profile}`)
  report.expect((await call(['status'])).code === 3, 'no one is signed in after that')
}
