/** From no account to a live app with a domain and backups, with the CLI and one approval in the browser. */
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { approveDevice } from '../../support/approve-device.ts'
import { type CliTestEnv, mainFile } from '../../support/cli/cli.ts'
import { password } from '../../support/client.ts'
import { phone, startDashboard } from '../../support/dashboard.ts'
import { nodeApp } from '../../support/deploy-test-env.ts'
import type { Report } from '../../support/report.ts'
import { addServer } from './sign-in.ts'

const email = 'terminal@example.com'
const waitMs = 120_000

export async function createFirstApp(cli: CliTestEnv): Promise<void> {
  await signInByBrowser(cli)
  await addServer(cli)
  await deployFirstApp(cli)
  await attachMore(cli)
  await removeAll(cli)
}

/** Starts `longshore login`, creates the account in Chromium, and approves the code there. */
async function signInByBrowser({ testEnv, environment, directory, call }: CliTestEnv): Promise<void> {
  const { report, instance } = testEnv
  const unasked = await call(['login', instance.url])
  report.expect(unasked.code === 2 && unasked.stderr.includes('--no-browser'), `login in a pipe: ${unasked.stderr}`)
  const child = spawn(process.execPath, [mainFile, 'login', instance.url, '--no-browser'], {
    env: environment,
    cwd: directory,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      printed += part
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    const page = await linkIn(() => printed)
    await approve(testEnv, page)
    report.expect((await ended) === 0 && printed.includes(email), `login in the browser: ${printed}`)
  } finally {
    child.kill('SIGKILL')
  }
  const me = await call(['whoami'])
  report.expect(me.code === 0 && me.stdout.includes('Longshore CLI on'), `whoami: ${me.stdout}${me.stderr}`)
  const members = await call(['member', 'list'])
  report.expect(members.code === 0 && members.stdout.includes(email), `member list: ${members.stderr}`)
}

async function linkIn(read: () => string): Promise<string> {
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await delay(50)) {
    const [link] = /http\S+\/device#code=[A-Z-]{9}/.exec(read()) ?? []
    if (link !== undefined) return link
  }
  throw new Error(`no link: ${read()}`)
}

async function approve({ instance, report }: CliTestEnv['testEnv'], link: string): Promise<void> {
  await using dashboard = await startDashboard({ url: instance.url })
  await using visitor = await dashboard.visit()
  const opened = await visitor.open(phone)
  const { page } = opened
  await opened.goTo(new URL(link).pathname + new URL(link).hash)
  await page.getByRole('link', { name: text.device.signUp }).click()
  await page.getByLabel(text.auth.email).fill(email)
  await page.getByLabel(text.auth.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: text.auth.signUp.action, exact: true }).click()
  await page.getByLabel(text.auth.verify.code).fill(await instance.mailbox.waitForCode(email))
  await page.getByRole('button', { name: text.auth.verify.action, exact: true }).click()
  await page.getByRole('button', { name: text.device.approve, exact: true }).waitFor()
  await opened.settle()
  await checkPage(report, opened)
  await approveDevice(page, link.slice(-9))
  report.expect(visitor.faults.length === 0, `faults of the page: ${visitor.faults.join('; ')}`)
}

async function checkPage(report: Report, opened: Awaited<ReturnType<OpenPage>>): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await opened.show({ ...phone, theme })
    const findings = await opened.axe()
    report.expect(findings.length === 0, `axe in ${theme}: ${findings.join('; ')}`)
    report.expect((await opened.overflow()) === 0, `no sideways scrolling in ${theme}`)
  }
}
type OpenPage = Awaited<ReturnType<Awaited<ReturnType<typeof startDashboard>>['visit']>>['open']

async function deployFirstApp({ testEnv, call }: CliTestEnv): Promise<void> {
  const { report } = testEnv
  const { repositoryUrl } = await testEnv.publish('first', nodeApp('first', 'EXPOSE 3000\n'))
  const created = await call(['project', 'create', 'first', '--url', repositoryUrl])
  report.expect(
    created.code === 0 && created.stdout.includes('Next:'),
    `project create: ${created.stdout}${created.stderr}`,
  )
  const environment = await call(['environment', 'create', 'first', 'production', '--server', 'one', '--link'])
  report.expect(environment.code === 0, `environment create: ${environment.stdout}${environment.stderr}`)
  const services = await call<{ items: { name: string }[] }>(['service', 'list', '--json'])
  const name = services.json?.items?.[0]?.name ?? ''
  const set = await call(['service', 'set', name, '--port', '3000', '--health-check', '/', '--memory', '256MB'])
  report.expect(set.code === 0, `service set: ${set.stdout}${set.stderr}`)
  const variable = await call(['env', 'set', 'GREETING=hello', '--plain'])
  report.expect(variable.code === 0, `env set: ${variable.stderr}`)
  const deployed = await call(['deploy', '--follow'])
  report.expect(deployed.code === 0, `deploy: ${deployed.stdout.slice(-800)}${deployed.stderr}`)
  const shown = await call(['environment', 'show', '--json'])
  report.expect(shown.json?.status === 'live', `environment show: ${shown.stdout.slice(0, 300)}`)
  const scaled = await call(['service', 'scale', name, '2'])
  report.expect(scaled.code === 0 && scaled.stdout.includes('2 replicas'), `service scale: ${scaled.stderr}`)
  const restarted = await call(['service', 'restart', name])
  report.expect(restarted.code === 0, `service restart: ${restarted.stderr}`)
}

async function attachMore({ testEnv: { report }, call }: CliTestEnv): Promise<void> {
  const expectOk = async (args: readonly string[], input?: string) => {
    const done = await call(args, input === undefined ? {} : { input })
    report.expect(done.code === 0, `${args.join(' ')}: ${done.code} ${done.stdout}${done.stderr}`)
    return done
  }
  await expectOk(['domain', 'add', 'first.example.com'])
  const domains = await expectOk(['domain', 'list'])
  report.expect(domains.stdout.includes('first.example.com'), `domain list: ${domains.stdout}`)
  await expectOk(['service', 'add', 'db', '--kind', 'postgres'])
  await expectOk(['storage', 'add', 'disk', '--type', 'server', '--server', 'one'])
  const schedule = await expectOk([
    'backup',
    'schedule',
    '--storage',
    'disk',
    '--cron',
    '0 4 * * *',
    '--keep-last',
    '3',
  ])
  report.expect(schedule.stdout.includes('0 4 * * *'), `backup schedule: ${schedule.stdout}`)
  await expectOk(['schedule', 'add', '--at', '1d'])
  const scheduled = await call<{ items: { id: string }[] }>(['schedule', 'list', '--json'])
  await expectOk(['schedule', 'cancel', scheduled.json?.items?.[0]?.id ?? ''])
  await expectOk(['channel', 'create', 'ops', '--kind', 'email', '--to', 'ops@example.com'])
  await expectOk(['channel', 'link', 'ops', 'first', '--event', 'deployment_failed'])
  await expectOk(['channel', 'link', 'ops', 'first'])
  await expectOk(['channel', 'unlink', 'ops', 'first'])
  await expectOk(['member', 'invite', 'guest@example.com', '--role', 'viewer'])
  await expectOk(['invitation', 'withdraw', 'guest@example.com'])
  const api = await expectOk(['api', 'GET', '/projects', '-f', 'limit=1'])
  report.expect(JSON.parse(api.stdout).items?.length === 1, `api: ${api.stdout}`)
  const unknown = await call(['channel', 'test', 'nosuch'])
  report.expect(unknown.code === 4 && unknown.stderr.includes('longshore channel list'), `unknown: ${unknown.stderr}`)
}

async function removeAll({ testEnv: { report }, call }: CliTestEnv): Promise<void> {
  const unasked = await call(['project', 'delete', 'first'])
  report.expect(unasked.code === 2 && unasked.stderr.includes('--yes'), `project delete asks: ${unasked.stderr}`)
  for (const args of [
    ['domain', 'detach'],
    ['domain', 'remove', '--yes'],
  ]) {
    const done = await call([...args, 'first.example.com'])
    report.expect(done.code === 0, `${args.join(' ')}: ${done.stderr}`)
  }
  for (const args of [
    ['channel', 'remove', 'ops'],
    ['project', 'delete', 'first'],
  ]) {
    const done = await call([...args, '--yes'])
    report.expect(done.code === 0, `${args.join(' ')}: ${done.stderr}`)
  }
}
