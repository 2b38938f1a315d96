import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usePrograms } from '../../../tools/release/image/build-image.ts'
import { docker, tryDocker } from '../../fixtures/docker.ts'
import { ensureReleasePrograms } from '../../fixtures/proxy-program.ts'
import { mustRun } from '../../fixtures/run.ts'
import { buildServerImage } from '../../fixtures/server-image.ts'
import { type InstallTestEnv, startInstallTestEnv } from '../../support/install-test-env.ts'
import { installedTag } from '../../support/installation/image.ts'
import { readMemory, total } from '../../support/installation/memory.ts'
import type { Report } from '../../support/report.ts'
import type { MadeRelease } from './make.ts'

const root = join(import.meta.dirname, '../../..')
const previousTag = 'longshore-server:previous'
const maxMb = 300
/** Compared with the previous release. */
const maxSizeGrowth = 0.1
const maxMemoryGrowth = 0.25
/** The server's own text: it got as far as reading its settings. */
const refusal = 'The settings are not usable'
const emulatedMs = 180_000
const startTimeoutMs = 300_000

/** Size, start time and memory, compared with the previous release, or with the previous commit before there is one. */
export async function checkImages(release: MadeRelease, report: Report): Promise<void> {
  const tags = { amd64: tagOf(release, 'amd64'), arm64: tagOf(release, 'arm64') }
  for (const [architecture, tag] of Object.entries(tags)) {
    const size = await megabytes(tag)
    report.figure(`image_mb_${architecture}`, size)
    report.expect(size < maxMb, `the image for ${architecture} has ${size} MB, the limit is ${maxMb}`)
    const described = await docker(['image', 'inspect', '--format', '{{.Architecture}} {{.Config.User}}', tag])
    report.expect(described === `${architecture} 10001:10001`, `the image for ${architecture} is ${described}`)
  }
  await startEmulated(tags.arm64, release, report)
  report.figure('previous', await buildPrevious())
  const own = tags[process.arch === 'arm64' ? 'arm64' : 'amd64']
  compare(report, 'image_mb', {
    previous: await megabytes(previousTag),
    current: await megabytes(own),
    maxGrowth: maxSizeGrowth,
  })
  await using testEnv = await startInstallTestEnv()
  await testEnv.loadImage(previousTag, installedTag)
  await testEnv.follow('install-with-compose.md', 'install')
  const previous = await measure(testEnv)
  await testEnv.loadImage(own, installedTag)
  await testEnv.target.mustExec(['bash', '-s'], { stdin: 'cd /opt/longshore && docker compose up -d --wait\n' })
  const current = await measure(testEnv)
  // Times depend on what else the machine does, so they are only shown.
  compare(report, 'start_ms', { previous: previous.startMs, current: current.startMs })
  compare(report, 'idle_mb', { previous: previous.idleMb, current: current.idleMb, maxGrowth: maxMemoryGrowth })
}

/** Reports both values and the difference. Without `maxGrowth`, any growth is accepted. */
function compare(
  report: Report,
  name: string,
  { previous, current, maxGrowth }: { previous: number; current: number; maxGrowth?: number },
): void {
  const growth = (current - previous) / previous
  const percent = `${growth < 0 ? '' : '+'}${(growth * 100).toFixed(1)}%`
  report.figure(`previous_${name}`, previous)
  report.figure(name, current)
  report.figure(`${name}_delta`, `${growth < 0 ? '' : '+'}${current - previous}`)
  report.figure(`${name}_growth`, percent)
  if (maxGrowth === undefined) return
  const limit = `${maxGrowth * 100} %`
  report.expect(growth <= maxGrowth, `${name} grew from ${previous} to ${current} (${percent}), the limit is ${limit}`)
}

function tagOf({ image, version }: MadeRelease, architecture: string): string {
  return `${image}:${version}-${architecture}`
}

async function megabytes(image: string): Promise<number> {
  return Math.round(Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image])) / 1e6)
}

async function startEmulated(tag: string, { noEmulation }: MadeRelease, report: Report): Promise<void> {
  report.figure('arm64_started', noEmulation === null)
  if (noEmulation !== null) return
  const began = performance.now()
  const inside = ['run', '--rm', '--platform', 'linux/arm64', '--network', 'none']
  const server = await tryDocker([...inside, tag, 'api'], { deadlineMs: emulatedMs })
  const said = `${server.stdout}${server.stderr}`
  report.expect(said.includes(refusal), `the server does not start on arm64: ${said.slice(0, 500)}`)
  report.figure('arm64_emulated_ms', Math.round(performance.now() - began))
  for (const [program, flag] of Object.entries({ git: '--version', ssh: '-V', setpriv: '--version' })) {
    const { exitCode, stderr } = await tryDocker([...inside, '--entrypoint', program, tag, flag])
    report.expect(exitCode === 0, `${program} does not start on arm64: ${stderr.slice(0, 300)}`)
  }
}

/** Returns the tag or commit. */
async function buildPrevious(): Promise<string> {
  const git = async (...args: string[]) => (await mustRun(['git', '-C', root, ...args])).trim()
  const [newest = ''] = (await git('tag', '--list', '--sort=-version:refname', '[0-9]*')).split('\n')
  const reference = newest === '' ? await git('rev-parse', '--short', 'HEAD~1') : newest
  const context = await mkdtemp(join(tmpdir(), 'longshore-previous-'))
  try {
    await mustRun(['git', '-C', root, 'archive', '--format=tar', `--output=${context}.tar`, reference])
    await mustRun(['tar', '-xf', `${context}.tar`, '-C', context])
    // A release has the programs for both architectures.
    await usePrograms(context, await ensureReleasePrograms())
    await buildServerImage(context, previousTag)
  } finally {
    await rm(context, { recursive: true, force: true })
    await rm(`${context}.tar`, { force: true })
  }
  return reference
}

/** Starts all containers again, so that both releases are measured at the same age, with their files in the page cache. */
const startScript = `cd /opt/longshore
docker compose up --detach --wait --force-recreate >/dev/null </dev/null || exit 1
docker compose stop api >/dev/null 2>&1
began=$(date +%s%3N)
docker compose start api >/dev/null 2>&1 &
until curl --silent --fail --max-time 1 --output /dev/null http://127.0.0.1:8460/health/live; do sleep 0.02; done
echo $(( $(date +%s%3N) - began ))
wait
sleep 5
`

async function measure({ target }: InstallTestEnv): Promise<{ startMs: number; idleMb: number }> {
  const started = (await target.mustExec(['bash', '-s'], { stdin: startScript, deadlineMs: startTimeoutMs })).trim()
  const memory = await readMemory(target)
  console.error(`  idle: ${JSON.stringify(Object.fromEntries(memory))}`)
  return { startMs: Number(started), idleMb: total(memory) }
}
