/** Releases that must not run: tampered ones change nothing, unhealthy and interrupted ones return. */
import { appendFile, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../../support/eventually.ts'
import { deploy, type Scenario } from './context.ts'
import { brokenIn, type Machine, markedAs } from './machine.ts'
import { visitDashboard } from './visitor.ts'

const awayLimitMs = 3_000

/** Neither changed files nor a foreign signature get past the key of the installation. */
export async function checkTampering({ machine, report, images }: Scenario): Promise<void> {
  const before = await readMachine(machine)
  await machine.publish('1.3.0', markedAs(images.current, 'tampered'))
  const folder = join(machine.releases.folder, '1.3.0')
  let refused = 0
  await appendFile(join(folder, 'install.sh'), '\ntouch /tampered\n')
  refused += Number((await machine.run('longshore upgrade --yes')).exitCode === 32)
  await writeFile(join(folder, 'checksums.txt'), 'a'.repeat(64))
  refused += Number((await machine.run('longshore upgrade --yes')).exitCode === 31)
  // An older release with its true signature, in place of the new one.
  await cp(join(machine.releases.folder, '1.1.0'), folder, { recursive: true })
  refused += Number((await machine.run('longshore upgrade --yes')).exitCode === 33)
  report.figure('tampered_refused', refused)
  report.expect(refused === 3, `${refused} of 3 tampered releases are refused`)
  const after = await readMachine(machine)
  report.expect(after === before, `a tampered release changes the machine from\n${before}\nto\n${after}`)
  report.expect((await machine.readStatus()).state === 'failed', 'the failure is not in the status')
}

/** An upgrade that waited for the lock while the installation was removed doesn't bring it back. */
export async function checkRemovedMeanwhile({ machine, report }: Scenario): Promise<void> {
  const { exitCode, stderr } = await machine.run(`cd /opt/longshore && exec 8>>.lock && flock 8
longshore upgrade --yes 8>&- & run=$!
sleep 2
mv .env .env.away && exec 8>&-
wait $run; code=$?
mv .env.away .env
exit $code`)
  const isRefused = exitCode === 3 && stderr.includes('Waiting for it to end')
  report.expect(isRefused, `an upgrade during a removal ends with ${exitCode}`)
}

/** A new API that ends, which is never switched to, and a new worker that ends, after the switch. */
export async function checkUnhealthy(scenario: Scenario): Promise<void> {
  const { machine, report, images } = scenario
  const files = await readFiles(machine)
  for (const [index, command] of (['api', 'worker'] as const).entries()) {
    await machine.publish(`1.4.${index}`, brokenIn(images.current, command))
    const dashboard = visitDashboard(machine)
    const { exitCode } = await machine.run('longshore upgrade --yes')
    const checks = await dashboard.stop()
    const status = await machine.readStatus()
    const isReturned = exitCode !== 0 && status.state === 'returned' && status.message.includes('1.2.0 runs again')
    report.expect(isReturned, `with a broken ${command} it ends with ${exitCode}: ${JSON.stringify(status)}`)
    report.expect((await readFiles(machine)) === files, `with a broken ${command} other files are left`)
    report.figure(`broken_${command}_away_ms`, checks.awayMs)
    report.expectTime(checks.awayMs < awayLimitMs, `with a broken ${command} the API was away for ${checks.awayMs} ms`)
  }
  const after = await deploy(scenario)
  report.expect(after.status === 'live', `after the return a deployment is ${after.status}`)
  report.figure('returned', after.status === 'live')
}

/** Killed at several steps, without a chance to clean up. systemd starts the return. */
export async function checkInterruption(scenario: Scenario): Promise<void> {
  const { machine, report, images } = scenario
  const files = await readFiles(machine)
  await machine.publish('1.5.0', markedAs(images.current, '1.5.0'))
  let returned = 0
  for (const step of ['backing_up', 'starting', 'switching', 'watching']) {
    const killed = await machine.run(killAt(step))
    report.expect(killed.exitCode === 0, `the run was not killed while ${step}`)
    const status = await eventually('the machine returns', () => machine.readStatus(), {
      holds: ({ state }) => state !== 'running',
      withinMs: 180_000,
      everyMs: 500,
    })
    const isBack = status.state === 'returned' && (await readFiles(machine)) === files
    report.expect(isBack, `killed while ${step}, it ends with ${JSON.stringify(status)}`)
    returned += Number(isBack)
  }
  report.figure('killed_returned', returned)
  // Killed before it changed anything: there is nothing to return to.
  await machine.run("printf 'unchanged 1.2.0 1.5.0\\n' > /opt/longshore/upgrade/unfinished")
  await eventually('the machine notices it', async () => (await machine.readStatus()).message.includes('Nothing'), {
    withinMs: 60_000,
    everyMs: 500,
  })
  const { exitCode } = await machine.run('longshore upgrade --yes')
  const status = await machine.readStatus()
  report.expect(
    exitCode === 0 && status.state === 'succeeded',
    `after the kills it ends with ${JSON.stringify(status)}`,
  )
}

function killAt(step: string): string {
  return `setsid longshore upgrade --yes >/dev/null 2>&1 & run=$!
for each in $(seq 600); do
  grep -q '"state":"running","step":"${step}"' /opt/longshore/upgrade/status.json && kill -9 -- -$run && exit 0
  kill -0 $run 2>/dev/null || exit 1
  sleep 0.1
done
exit 1`
}

/** Containers, images, and files of the installation, without the upgrade's own notes. */
async function readMachine(machine: Machine): Promise<string> {
  const script = `docker ps --no-trunc --filter label=com.docker.compose.project=longshore --format '{{.ID}} {{.Image}}' | sort
docker images --no-trunc --digests --format '{{.Repository}} {{.Digest}} {{.ID}}' | grep longshore-server | sort
ls /opt/longshore /opt/longshore/release; test -e /tampered && echo tampered; true`
  return `${await machine.target.mustExec(['bash', '-s'], { stdin: script })}\n${await readFiles(machine)}`
}

async function readFiles(machine: Machine): Promise<string> {
  const command =
    'cd /opt/longshore && sha256sum compose.yaml .env release-key.pub release/version.txt release/image.txt secrets/* && docker inspect --format "{{.Config.Image}}" $(docker compose ps --quiet api worker)'
  return await machine.target.mustExec(['bash', '-s'], { stdin: command })
}
