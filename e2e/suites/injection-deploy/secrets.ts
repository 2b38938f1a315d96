/**
 * Seeded secrets of every kind (runtime, build, database), also printed by the release command: not in any log, process
 * list, image or file of the server. Docker Engine's own container metadata contains variables, because that is how
 * containers get them, and only root can read it.
 */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { mustAsk } from '../../support/servers.ts'
import { deploy, findContainers, type TestEnv, webService } from './test-env.ts'

const sentinelCount = 30

export async function proveSecrets(testEnv: TestEnv): Promise<void> {
  const { report, environmentId, target } = testEnv
  const values = Array.from({ length: sentinelCount }, () => `se"nt/${randomBytes(12).toString('hex')}+é`)
  const variables = values.map((value, index) => ({
    key: index === 0 ? 'SENTINEL_BUILD' : `SENTINEL_${index}`,
    value,
    secret: true,
    scope: index % 3 === 0 ? 'build' : index % 3 === 1 ? 'runtime' : 'both',
  }))
  await mustAsk(testEnv, 'POST', `/environments/${environmentId}/variables`, { variables })
  const services = [
    { ...webService, releaseCommand: ['node', 'release.js'] },
    { name: 'db', kind: 'postgres' },
    { name: 'cache', kind: 'redis' },
  ]
  await mustAsk(testEnv, 'POST', `/environments/${environmentId}/services`, { services, removeData: ['web'] })
  const watch = watchProcesses(testEnv)
  const deployment = await deploy(testEnv, { clearCache: true })
  const lines = await watch.end()
  report.expect(deployment.status === 'live', `it deploys: ${JSON.stringify(deployment.error ?? deployment.status)}`)
  const passwords = await readPasswords(testEnv)
  report.expect(passwords.length === 2, `the databases have passwords: ${passwords.length}`)
  const needles = [...values, ...passwords].flatMap((value, index) => formsOf(value).map((form) => ({ index, form })))
  const places = {
    'worker log': testEnv.instance.worker.output,
    'api log': testEnv.instance.api.output,
    'deployment log': JSON.stringify(await readLog(testEnv, deployment.id ?? '')),
    deployment: JSON.stringify(deployment),
    processes: lines,
    'image history': await readImages(testEnv),
    files: await readFiles(
      target,
      needles.map(({ form }) => form),
    ),
  }
  report.expect(places['deployment log'].includes('SENTINEL_1'), 'the release command did print')
  report.expect(lines.includes('buildx') && lines.includes('release.js'), 'the watch did see the programs')
  let found = 0
  for (const [place, text] of Object.entries(places)) {
    const seen = new Set(needles.filter(({ form }) => text.includes(form)).map(({ index }) => index))
    found += seen.size
    const where = place === 'files' ? text.slice(0, 300).replaceAll(/:.*/g, '') : ''
    report.expect(seen.size === 0, `${place}: ${seen.size} secrets are there ${where}`)
  }
  report.figure('sentinels', needles.length)
  report.figure('secretsFound', found)
}

/** The plain values, and the encodings in which programs write them. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const forms = [
    value,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
  ]
  return [...new Set(forms)]
}

/** Process lists of this machine and of the target, whose containers run here, too. */
function watchProcesses({ instance }: TestEnv): { end(): Promise<string> } {
  const seen = new Set<string>()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      for (const pid of await readdir('/proc')) {
        if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
        const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        if (line !== '') seen.add(line.replaceAll('\0', ' '))
      }
      await delay(20)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      if (!instance.worker.isRunning) throw new Error('the worker has ended')
      return [...seen].join('\n')
    },
  }
}

async function readPasswords({ target }: TestEnv): Promise<string[]> {
  const names = await findContainers(target, ['longshore.role=database'])
  const texts = await Promise.all(
    names.map((name) => target.mustExec(['docker', 'inspect', '--format', '{{json .Config.Env}}', name])),
  )
  return texts.flatMap((text) => /(?:POSTGRES_PASSWORD|REDISCLI_AUTH)=([^"\\]+)/.exec(text)?.[1] ?? [])
}

async function readLog(testEnv: TestEnv, id: string): Promise<unknown> {
  return await mustAsk(testEnv, 'GET', `/environments/${testEnv.environmentId}/deployments/${id}/logs?limit=1000`)
}

async function readImages({ target }: TestEnv): Promise<string> {
  const ids = (await target.mustExec(['docker', 'images', '--quiet', '--filter', 'label=longshore.instance'])).split(
    '\n',
  )
  const parts = await Promise.all(
    ids.flatMap((id) => [
      target.mustExec(['docker', 'history', '--no-trunc', id]),
      target.mustExec(['docker', 'image', 'inspect', id]),
    ]),
  )
  return parts.join('\n')
}

/**
 * Matches of grep on the target's disk, with file names. Excluded are the container metadata of Docker Engine and
 * containerd, which contain variables, and /run, which is in memory and where the runtime stores the variables of
 * running containers.
 */
async function readFiles(target: TestEnv['target'], forms: readonly string[]): Promise<string> {
  const args = ['--recursive', '--only-matching', '--no-messages', '--text', '--fixed-strings', '--with-filename']
  const names = await target.mustExec(['find', '/', '-maxdepth', '1', '-mindepth', '1', '-type', 'd'])
  const roots = names.split('\n').filter((name) => !['/proc', '/sys', '/dev', '/run'].includes(name))
  const options = [...args, '--exclude=config.v2.json', '--exclude=meta.db', '--file=-']
  const { stdout } = await target.exec(['grep', ...options, ...roots], { stdin: forms.join('\n'), deadlineMs: 300_000 })
  return stdout.slice(0, 1_000_000)
}
