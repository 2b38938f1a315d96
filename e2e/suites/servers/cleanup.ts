/** Cleanup removes only unused resources with this installation's labels. */
import { loadAppImage } from '../../fixtures/app.ts'
import { ownerFile, readRemote, type UserContext } from '../../support/servers/user-context.ts'
import { bodyFor, register, removeServer, runTask } from '../../support/servers.ts'

export async function proveCleanup(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const server = await register(context, bodyFor(target, username))
  const image = await loadAppImage(target)
  const instanceId = await readInstanceId(context)
  const ours = ['--label', `longshore.instance=${instanceId}`, '--label', 'longshore.managed=true']
  const theirs = ['--label', 'longshore.instance=00000000-0000-4000-8000-000000000000']
  const make = async (name: string, labels: string[]) => {
    await target.mustExec(['docker', 'create', '--name', name, ...labels, image])
    await target.mustExec(['docker', 'volume', 'create', ...labels, `${name}-volume`])
    await target.mustExec(['docker', 'network', 'create', ...labels, `${name}-network`])
  }
  await make('ours', ours)
  await make('theirs', theirs)
  await make('nobodys', [])
  await target.mustExec(['docker', 'run', '--detach', '--name', 'ours-running', ...ours, image])
  // Resources from the last hour may be about to be used, and stay.
  await makeOlder(context, ['ours', 'theirs', 'nobodys', 'ours-running'])
  await target.mustExec(['docker', 'create', '--name', 'ours-young', ...ours, image])
  const all = await everything(context)
  const dry = await runTask(context, server.id, 'cleanup', { dryRun: true })
  report.expect(dry.status === 'succeeded', `${username}: dry run ${dry.status}: ${JSON.stringify(dry.error)}`)
  const named = (dry.result?.items ?? []).map((item) => `${item.kind} ${item.name}`)
  report.expect(named.includes('container ours'), `${username}: the dry run lists our container (${named.join(', ')})`)
  report.expect(
    !/theirs|nobodys|ours-running|ours-young|volume/.test(named.join('\n')),
    `${username}: the dry run lists what is not ours or in use: ${named.join(', ')}`,
  )
  report.expect((await everything(context)) === all, `${username}: the dry run changed something`)
  const real = await runTask(context, server.id, 'cleanup', { dryRun: false })
  report.expect(real.status === 'succeeded', `${username}: cleanup ${real.status}: ${JSON.stringify(real.error)}`)
  const left = await everything(context)
  report.expect(!left.split('\n').includes('ours'), `${username}: our container is missing`)
  const others = all
    .split('\n')
    .filter((line) => /theirs|nobodys|ours-running|ours-young|volume|longshore-target/.test(line))
  for (const line of others)
    report.expect(left.split('\n').includes(line), `${username}: cleanup removed ${line}, which is not ours or in use`)
  const again = await runTask(context, server.id, 'cleanup', { dryRun: false })
  report.expect(again.result?.items?.length === 0, `${username}: a second cleanup finds ${again.result?.items?.length}`)
  await target.mustExec(['docker', 'rm', '--force', 'ours-running', 'ours-young', 'theirs', 'nobodys'])
  await removeServer(context, server.id)
}

async function readInstanceId({ target }: UserContext): Promise<string> {
  const owner = JSON.parse((await readRemote(target, ownerFile)) ?? '{}')
  if (typeof owner.instance !== 'string')
    throw new Error(`the owner file names no installation: ${JSON.stringify(owner)}`)
  return owner.instance
}

/** Docker Engine stores the creation time in its own files. */
async function makeOlder({ target }: UserContext, names: readonly string[]): Promise<void> {
  const ids = await target.mustExec(['docker', 'inspect', '--format', '{{.Id}}', ...names])
  const files = ids.split('\n').map((id) => `/var/lib/docker/containers/${id}/config.v2.json`)
  await target.mustExec(['systemctl', 'stop', 'docker.socket', 'docker'])
  await target.mustExec(['sed', '-i', 's/"Created":"[^"]*"/"Created":"2020-01-01T00:00:00Z"/', ...files])
  await target.mustExec(['systemctl', 'start', 'docker.socket', 'docker'])
  await target.mustExec(['docker', 'start', 'ours-running'])
}

async function everything({ target }: UserContext): Promise<string> {
  const lists = [
    await target.mustExec(['docker', 'ps', '--all', '--format', '{{.Names}}']),
    await target.mustExec(['docker', 'volume', 'ls', '--format', '{{.Name}}']),
    await target.mustExec(['docker', 'network', 'ls', '--format', '{{.Name}}']),
    await target.mustExec(['docker', 'image', 'ls', '--format', '{{.Repository}}:{{.Tag}}']),
  ]
  return lists.join('\n')
}
