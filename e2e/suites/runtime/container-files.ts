/** Files that a container has before its program starts. */
import { type ContainerFile, imageShell } from '@longshore/remote/runtime'
import {
  call,
  codeOf,
  expectLines,
  type OptionsTestEnv,
  optionSpec,
  withOptionContainers,
} from './option-containers.ts'
import type { RuntimeTestEnv } from './test-env.ts'

const text = (path: string, content: string, mode = 0o644): ContainerFile => ({ path, content, mode })

export async function proveContainerFiles(testEnv: RuntimeTestEnv): Promise<void> {
  await withOptionContainers(testEnv, async (optionsEnv) => {
    await proveContent(optionsEnv)
    await proveFolders(optionsEnv)
    await proveVolume(optionsEnv)
    await proveLargeFiles(optionsEnv)
    await proveRefusals(optionsEnv)
    await proveRestart(optionsEnv)
  })
}

async function proveContent(testEnv: OptionsTestEnv): Promise<void> {
  await expectLines(testEnv, 'files with content, mode and owner before the first read', {
    change: {
      options: { entrypoint: ['/srv/start'] },
      files: [
        text(
          '/srv/start',
          '#!/bin/sh\ncat /etc/app/a.conf\nstat --format "%a %u:%g %n" /srv/start /etc/app/*\n',
          0o755,
        ),
        text('/etc/app/a.conf', 'umlaut=ü\n'),
        text('/etc/app/b.key', '', 0o600),
      ],
    },
    lines: ['umlaut=ü', '755 0:0 /srv/start', '644 0:0 /etc/app/a.conf', '600 0:0 /etc/app/b.key'],
  })
  const long = `/srv/${'n'.repeat(120)}/ü`
  await expectLines(testEnv, 'a file with a long name', {
    change: { command: `cat ${long}`, files: [text(long, 'long\n')] },
    lines: ['long'],
  })
}

/** The image has `/srv/own` with mode 2750 of 101:102, and a link to it. */
async function proveFolders(testEnv: OptionsTestEnv): Promise<void> {
  const files = ['/srv/own/a', '/srv/link/b', '/srv/new/deep/c', '/etc/d'].map((path) => text(path, path))
  await expectLines(testEnv, 'existing folders keep their owner and mode', {
    change: {
      command: 'cd /srv; stat --format "%a %u:%g %n" own new new/deep / /etc; ls own; readlink link',
      files,
    },
    lines: ['2750 101:102 own', '755 0:0 new', '755 0:0 new/deep', '755 0:0 /', '755 0:0 /etc', 'a', 'b', '/srv/own'],
  })
}

async function proveVolume(testEnv: OptionsTestEnv): Promise<void> {
  const { runtime } = testEnv
  const name = 'longshore-options-files'
  await runtime.ensureVolume({ name, labels: { 'longshore.environment': 'options' } }, call)
  await expectLines(testEnv, 'a file below a volume', {
    change: { command: 'cat /data/sub/a', volumes: [{ name, path: '/data' }], files: [text('/data/sub/a', 'there\n')] },
    lines: ['there'],
  })
  await runtime.removeVolume(name, call)
}

async function proveLargeFiles(testEnv: OptionsTestEnv): Promise<void> {
  const files = Array.from({ length: 16 }, (_, at) => text(`/srv/large/${at}`, String(at % 10).repeat(262_144)))
  const command = 'cat /srv/large/* | wc --bytes; tail --bytes=3 /srv/large/15; echo'
  await expectLines(testEnv, 'files of the largest size', { change: { command, files }, lines: ['4194304', '555'] })
}

async function proveRefusals(testEnv: OptionsTestEnv): Promise<void> {
  const { runtime, report } = testEnv
  for (const path of ['/srv/folder', '/srv/plain/below', '/srv/folder/content']) {
    const spec = optionSpec(testEnv, { command: 'sleep 600', files: [text(path, 'x')] })
    const refused = await codeOf(runtime.startContainer(spec, call))
    report.expect(/^container_start_failed: A file can't be put/.test(refused), `a file at ${path}: ${refused}`)
    report.expect((await runtime.inspectContainer(spec.name, call)) === null, 'its container is removed')
  }
  const readOnly = { options: { readOnly: true }, files: [text('/srv/a', 'x')] }
  const refused = await codeOf(runtime.startContainer(optionSpec(testEnv, readOnly), call))
  report.expect(/^policy_refused: .*read-only/.test(refused), `a read-only container with files: ${refused}`)
}

/** A program can change its files, and keeps the changes until its container is replaced. */
async function proveRestart(testEnv: OptionsTestEnv): Promise<void> {
  const { runtime, report } = testEnv
  const spec = (content: string) => optionSpec(testEnv, { command: 'sleep 600', files: [text('/srv/state', content)] })
  const read = async () => (await runtime.execIn(spec('').name, ['cat', '/srv/state'], call)).output
  const { id, name } = await runtime.startContainer(spec('one'), call)
  await runtime.execIn(name, imageShell('printf changed >/srv/state'), call)
  await runtime.stopContainer(name, { ...call, graceSeconds: 1 })
  const again = await runtime.startContainer(spec('one'), call)
  const kept = await read()
  report.expect(again.id === id && kept === 'changed', `a restart keeps what the program wrote: ${kept}`)
  const replaced = await runtime.startContainer(spec('two'), call)
  const fresh = await read()
  report.expect(replaced.id !== id && fresh === 'two', `another content is another container: ${fresh}`)
}
