/** Values that come from the target itself: a server can report anything about itself, and it stays text. */
import { loadAppImage } from '../../fixtures/app.ts'
import type { Target } from '../../fixtures/target.ts'
import { eventually } from '../../support/eventually.ts'
import { authorizedKeysOf, ownerFile, readRemote, type UserContext } from '../../support/servers/user-context.ts'
import { ask, mustAsk, runTask } from '../../support/servers.ts'

interface Source {
  name: string
  /** Makes the target report the value. Undo follows. */
  say(target: Target, payload: string): Promise<unknown>
  undo(target: Target): Promise<unknown>
}

const release = '/etc/os-release'
const banner = '/etc/ssh/sshd_config.d/03-banner.conf'
const write = (target: Target, path: string, text: string) => target.mustExec(['tee', path], { stdin: text })
const once = (target: Target, script: string) => target.mustExec(['bash', '-s'], { stdin: script })

/** The value in double quotes as in the file, and without quotes, where a shell that sources the file would run it. */
const sources: Source[] = [
  ...['PRETTY_NAME', 'ID', 'VERSION_ID'].flatMap((key) =>
    ['', '"'].map((quote) => ({
      name: `os-release ${key}${quote}`,
      say: (target: Target, payload: string) => write(target, release, `${key}=${quote}${payload}${quote}\nNAME=x\n`),
      undo: (target: Target) => once(target, `cp /usr/lib/os-release.saved ${release}`),
    })),
  ),
  {
    name: 'hostname',
    say: (target, payload) => write(target, '/proc/sys/kernel/hostname', payload.slice(0, 60)),
    undo: (target) => write(target, '/proc/sys/kernel/hostname', 'target'),
  },
  {
    name: 'banner',
    async say(target, payload) {
      await write(target, '/etc/banner', payload)
      await write(target, banner, 'Banner /etc/banner\n')
      await target.mustExec(['systemctl', 'reload', 'ssh'])
    },
    undo: (target) => once(target, `rm -f ${banner}; systemctl reload ssh`),
  },
  {
    name: 'output of the login shell',
    say: (target, payload) =>
      once(
        target,
        `cat >/etc/noise <<'END-OF-NOISE'\n${payload}\nEND-OF-NOISE\nfor home in /root /home/deploy; do sed -i '1i cat /etc/noise; cat /etc/noise >&2' $home/.bashrc; done`,
      ),
    undo: (target) => once(target, `for home in /root /home/deploy; do sed -i '/etc.noise/d' $home/.bashrc; done`),
  },
  {
    name: 'owner file',
    say: (target, payload) =>
      write(target, ownerFile, JSON.stringify({ instance: payload, organization: payload, name: payload })),
    undo: (target) => once(target, `rm -f ${ownerFile}`),
  },
  {
    name: 'container labels',
    async say(target, payload) {
      const owner = JSON.parse((await readRemote(target, ownerFile)) ?? '{}')
      const labels = [
        `longshore.instance=${owner.instance}`,
        `longshore.environment=${payload}`,
        `longshore.service=${payload}`,
      ]
      const args = labels.flatMap((label) => ['--label', label])
      const image = await loadAppImage(target)
      await target.mustExec(['docker', 'create', '--name', 'labelled', ...args, image])
      await target.mustExec(['docker', 'volume', 'create', ...args, 'labelled'])
    },
    undo: (target) => once(target, 'docker rm -f labelled; docker volume rm -f labelled'),
  },
]

/** Returns the number of reported values. */
export async function tryReadBack(context: UserContext, id: string, payloads: readonly string[]): Promise<number> {
  const { target, report, username } = context
  await once(target, `cp ${release} /usr/lib/os-release.saved`)
  // One argument or file of the target can contain all of them at once, but no NUL.
  const text = payloads.filter((each) => each.length < 500 && !each.includes('\0'))
  for (const source of sources) {
    const said = source.name === 'hostname' ? text.filter((each) => each.startsWith('$(')) : text
    await source.say(target, said.join(source.name.startsWith('os-release') ? ' ' : '\n'))
    for (const [work, body] of [
      ['check', undefined],
      ['cleanup', { dryRun: true }],
    ] as const) {
      const answer = await ask(context, 'POST', `/servers/${id}/${work}`, body)
      report.expect(answer.status < 500, `${source.name}: ${work} answers ${answer.status}`)
      if (answer.status === 202) await waitFor(context, id, answer.body.id)
    }
    for (const path of [`/servers/${id}`, '/servers', `/servers/${id}/tasks`, '/audit-log']) {
      const read = await ask(context, 'GET', path)
      report.expect(
        read.status === 200 && read.body !== undefined,
        `${source.name}: GET ${path} answers ${read.status}`,
      )
    }
    await source.undo(target)
  }
  await proveStrangeKeys(context, id, text)
  await runTask(context, id, 'check')
  const last = await mustAsk(context, 'GET', `/servers/${id}`)
  report.expect(last.status === 'ready', `${username}: in the end it is ${last.status} ${JSON.stringify(last.problem)}`)
  return sources.length * text.length
}

/** Invalid lines of authorized_keys: a rotation keeps every byte of them. */
async function proveStrangeKeys(context: UserContext, id: string, text: readonly string[]): Promise<void> {
  const { target, username, report } = context
  const file = authorizedKeysOf(username)
  await target.mustExec(['tee', '--append', file], { stdin: `${text.join('\n')}\n` })
  const before = (await readRemote(target, file)) ?? ''
  const task = await runTask(context, id, 'rotate-key', { removeOldKey: false })
  const after = (await readRemote(target, file)) ?? ''
  report.expect(task.status === 'succeeded', `rotation over strange lines ${task.status} ${JSON.stringify(task.error)}`)
  report.expect(after.startsWith(before), 'a rotation changed lines that are not ours')
}

async function waitFor(context: UserContext, id: string, taskId: string): Promise<void> {
  const read = () => mustAsk(context, 'GET', `/servers/${id}/tasks/${taskId}`)
  await eventually('the task ends', read, { holds: (task) => task.finishedAt !== null })
}
