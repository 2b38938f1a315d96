/** The real state of a target, read with its own programs, and the expected state from the database. */

import { brandId, decodeId, encodeId } from '../../apps/server/src/testing/internals/ids.ts'
import { appContainerName, databaseContainerName } from '../../apps/server/src/testing/internals/workloads.ts'
import type { RecoveryTestEnv } from './recovery-test-env.ts'

export interface Truth {
  containers: string[]
  networks: string[]
  images: string[]
  /** The environment's releases on the proxy, and the one that has the traffic. */
  releases: string[]
  current: string | null
}

/** Containers of an environment. The proxy and the builder belong to the server. */
const label = 'label=longshore.environment'
const folder = '/var/lib/docker/volumes/longshore-proxy/_data/up'

export async function readTruth({ target, environmentId }: RecoveryTestEnv): Promise<Truth> {
  const lines = async (args: string[]) =>
    (await target.mustExec(args))
      .split('\n')
      .filter((line) => line !== '')
      .sort()
  const names = ['--format', '{{.Names}}']
  const path = `${folder}/${environmentId}`
  const listed = await target.exec(['ls', `${path}/releases`])
  const link = await target.exec(['readlink', `${path}/current`])
  const bare = (name: string) => name.replace(/^.*\//, '').replace(/\.json$/, '')
  return {
    containers: await lines(['docker', 'ps', '--all', '--filter', 'label=longshore.role', '--filter', label, ...names]),
    networks: await lines(['docker', 'network', 'ls', '--filter', label, '--format', '{{.Name}}']),
    images: await lines(['docker', 'images', '--filter', label, '--format', '{{.Repository}}:{{.Tag}}']),
    releases: listed.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map(bare)
      .sort(),
    current: link.exitCode === 0 ? bare(link.stdout.trim()) : null,
  }
}

/** Differences between the target and the database; empty if nothing is left behind and nothing is missing. */
export async function findDifferences(testEnv: RecoveryTestEnv): Promise<string[]> {
  const { sql } = testEnv
  const truth = await readTruth(testEnv)
  const environment = decodeId('env', testEnv.environmentId) ?? ''
  const [live] = await sql.query<{
    id: string
    services: { serviceId: string; kind: string; configuration: { replicas: number } }[]
  }>(
    `select d.id, r.services from deployments d join releases r on r.id = d.release_id
     where d.environment_id = $1 and d.status = 'live'`,
    [environment],
  )
  const kept = await sql.query<{ image: string }>(
    `select distinct s #>> '{image,reference}' as image from releases r, jsonb_array_elements(r.services) s
     where r.environment_id = $1 and r.images_removed_at is null
       and exists (select from deployments d where d.release_id = r.id and d.status in ('live', 'retired')) and s #>> '{image,contentHash}' is not null`,
    [environment],
  )
  const wanted = (live?.services ?? []).flatMap(({ serviceId, kind, configuration }) => {
    const id = brandId<'svc'>(serviceId)
    if (['postgres', 'redis', 'mariadb'].includes(kind)) return [databaseContainerName(id)]
    if (kind === 'cron') return []
    return Array.from({ length: configuration.replicas }, (_, slot) =>
      appContainerName(brandId<'dep'>(live?.id ?? ''), id, slot),
    )
  })
  const current = live === undefined ? null : encodeId('dep', brandId<'dep'>(live.id))
  return [
    ...compare('containers', truth.containers, wanted),
    ...compare(
      'images',
      truth.images,
      kept.map((row) => row.image),
    ),
    ...compare('release folders', truth.releases, current === null ? [] : [current]),
    ...(truth.current === current ? [] : [`traffic goes to ${truth.current}, the live one is ${current}`]),
    ...(truth.networks.length <= 1 ? [] : [`networks ${truth.networks.join(' ')}`]),
  ]
}

function compare(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const extra = found.filter((each) => !wanted.includes(each))
  const missing = wanted.filter((each) => !found.includes(each))
  return [
    ...(extra.length === 0 ? [] : [`${what} too many: ${extra.join(' ')}`]),
    ...(missing.length === 0 ? [] : [`${what} missing: ${missing.join(' ')}`]),
  ]
}

/** Records every change of the link that decides where traffic goes, on the target itself. */
export async function watchSwitches({
  target,
  environmentId,
}: RecoveryTestEnv): Promise<AsyncDisposable & { seen(): Promise<string[]> }> {
  const file = '/tmp/switches'
  const link = `${folder}/${environmentId}/current`
  const loop = `last=; while :; do now=$(readlink "$1" || echo none); if [ "$now" != "$last" ]; then echo "$now" >> "$2"; last=$now; fi; sleep 0.02; done`
  const script = '/tmp/watch-switches.sh'
  await target.exec(['rm', '-f', file])
  await target.mustExec(['tee', script], { stdin: loop })
  const unit = 'longshore-watch-switches'
  await target.mustExec(['systemd-run', '--unit', unit, '--collect', '/bin/sh', script, link, file])
  return {
    async seen() {
      const text = await target.exec(['cat', file])
      return text.stdout
        .split('\n')
        .filter((line) => line !== '' && line !== 'none')
        .map((line) => line.replace(/^.*\//, '').replace(/\.json$/, ''))
    },
    async [Symbol.asyncDispose]() {
      await target.exec(['systemctl', 'stop', unit])
    },
  }
}

/** Files on the target that contain the text, except Docker's records of running containers. */
export async function findOnDisk({ target }: RecoveryTestEnv, text: string): Promise<string[]> {
  const places = ['/var/lib/docker', '/var/lib/longshore', '/tmp', '/run', '/root', '/home', '/etc']
  const found = await target.exec(
    ['grep', '--recursive', '--files-with-matches', '--fixed-strings', '--devices=skip', '--', text, ...places],
    { deadlineMs: 120_000 },
  )
  return found.stdout.split('\n').filter((line) => line !== '')
}
