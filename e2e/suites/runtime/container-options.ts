/** The options of a container, as its program sees them. */
import { type ContainerOptions, imageShell } from '@longshore/remote/runtime'
import {
  call,
  codeOf,
  expectLines,
  type OptionsTestEnv,
  optionSpec,
  withOptionContainers,
} from './option-containers.ts'
import type { RuntimeTestEnv } from './test-env.ts'

export async function proveContainerOptions(testEnv: RuntimeTestEnv): Promise<void> {
  await withOptionContainers(testEnv, async (optionsEnv) => {
    await provePrograms(optionsEnv)
    await proveInit(optionsEnv)
    await proveFolders(optionsEnv)
    await proveLimits(optionsEnv)
    await proveStopSignal(optionsEnv)
    await proveReplacement(optionsEnv)
  })
}

async function provePrograms(testEnv: OptionsTestEnv): Promise<void> {
  const script = 'id -u; id -g; pwd; echo "$0" "$1"'
  await expectLines(testEnv, 'user, directory and entrypoint with arguments', {
    change: {
      command: ['one', 'two words'],
      options: { user: '1000:1001', workingDirectory: '/srv/made', entrypoint: imageShell(script) },
    },
    lines: ['1000', '1001', '/srv/made', 'one two words'],
  })
  await expectLines(testEnv, 'a user of the image by name', {
    change: { command: 'id -un', options: { user: 'www-data' } },
    lines: ['www-data'],
  })
  await expectLines(testEnv, 'another entrypoint without the command of the image', {
    change: { options: { entrypoint: ['/bin/echo', 'alone'] } },
    lines: ['alone'],
  })
  await expectLines(testEnv, 'a command text instead of the entrypoint', {
    change: { command: 'echo "text: $0"', options: { entrypoint: ['/bin/echo', 'alone'] } },
    lines: ['text: /bin/sh'],
  })
  const { runtime, report } = testEnv
  const unknown = optionSpec(testEnv, { options: { user: 'stranger' } })
  const refused = await codeOf(runtime.startContainer(unknown, call))
  report.expect(/^container_start_failed: .*stranger/.test(refused), `an unknown user: ${refused}`)
  report.expect((await runtime.inspectContainer(unknown.name, call)) === null, 'and its container is removed')
}

async function proveInit(testEnv: OptionsTestEnv): Promise<void> {
  const first = ['/bin/cat', '/proc/1/comm']
  await expectLines(testEnv, 'the init of an image is the first process', {
    change: {},
    lines: ['first process with from-image'],
  })
  await expectLines(testEnv, 'unless its container wants tini', {
    change: { options: { init: true } },
    lines: ['not the first process'],
  })
  await expectLines(testEnv, 'another entrypoint runs below tini', {
    change: { options: { entrypoint: first } },
    lines: ['docker-init'],
  })
  await expectLines(testEnv, 'so does the command of an image without an entrypoint', {
    change: { image: testEnv.debian, command: first },
    lines: ['docker-init'],
  })
  await expectLines(testEnv, 'without tini, the program is the first process', {
    change: { image: testEnv.debian, command: first, options: { init: false } },
    lines: ['cat'],
  })
}

async function proveFolders(testEnv: OptionsTestEnv): Promise<void> {
  const { runtime } = testEnv
  const volume = 'longshore-options-data'
  await runtime.ensureVolume({ name: volume, labels: { 'longshore.environment': 'options' } }, call)
  const none = { sizeBytes: null, mode: null, uid: null, gid: null }
  const canWrite = 'for f in /srv /data /memory /srv/own; do touch $f/x 2>/dev/null && echo $f; done'
  const script = [
    canWrite,
    'stat --format "%a %u:%g" /memory /srv/own',
    'df --output=size --block-size=1 /memory /dev/shm | tail -n 2 | tr -d " "',
    'cp /bin/true /memory/true && /memory/true 2>/dev/null || echo refused',
  ]
  await expectLines(testEnv, 'a read-only root with a volume, memory folders, and shared memory', {
    change: {
      command: script.join('; '),
      volumes: [{ name: volume, path: '/data' }],
      options: {
        readOnly: true,
        sharedMemoryBytes: 32 << 20,
        memoryFolders: [
          { path: '/memory', sizeBytes: 1 << 20, mode: '1770', uid: 7, gid: 8 },
          { path: '/srv/own', ...none },
        ],
      },
    },
    lines: ['/data', '/memory', '/srv/own', '1770 7:8', '2750 0:0', '1048576', '33554432', 'refused'],
  })
  await runtime.removeVolume(volume, call)
}

async function proveLimits(testEnv: OptionsTestEnv): Promise<void> {
  const script = [
    'ulimit -Sn; ulimit -Hn; ulimit -Sc',
    'cat /proc/sys/net/core/somaxconn /proc/sys/net/ipv4/tcp_keepalive_time',
    'echo $(cat /proc/sys/net/ipv4/ip_local_port_range) $(cat /proc/sys/kernel/shmmni)',
  ]
  await expectLines(testEnv, 'limits and parameters of the kernel', {
    change: {
      command: script.join('; '),
      options: {
        ulimits: [
          { name: 'nofile', soft: 300, hard: 400 },
          { name: 'core', soft: 0, hard: 0 },
        ],
        sysctls: {
          'net.core.somaxconn': '777',
          'net.ipv4.tcp_keepalive_time': '77',
          'net.ipv4.ip_local_port_range': '20000 30000',
          'kernel.shmmni': '99',
        },
      },
    },
    lines: ['300', '400', '0', '777', '77', '20000 30000 99'],
  })
}

async function proveStopSignal(testEnv: OptionsTestEnv): Promise<void> {
  const { runtime, report } = testEnv
  const command =
    'trap "echo interrupted; exit 0" INT; trap "echo terminated; exit 0" TERM; while :; do sleep 0.1; done'
  const started = async (options: ContainerOptions) => {
    const { name } = await runtime.startContainer(optionSpec(testEnv, { command, options }), call)
    // The shell needs a moment until its traps are set.
    await runtime.execIn(name, ['sleep', '0.5'], call)
    await runtime.stopContainer(name, { ...call, graceSeconds: 10 })
    return await runtime.readLogTail(name, { ...call, lines: 1, maxBytes: 100 })
  }
  for (const init of [true, false]) {
    const heard = await started({ stopSignal: 'SIGINT', init })
    report.expect(heard === 'interrupted\n', `the stop signal with init ${init}: ${JSON.stringify(heard)}`)
  }
  const heard = await started({})
  report.expect(heard === 'terminated\n', `the default stop signal: ${JSON.stringify(heard)}`)
}

async function proveReplacement(testEnv: OptionsTestEnv): Promise<void> {
  const { runtime, report } = testEnv
  const start = async (options: ContainerOptions) =>
    (await runtime.startContainer(optionSpec(testEnv, { command: 'sleep 600', options }), call)).id
  const first = await start({ user: '1000', sysctls: {} })
  report.expect((await start({ user: '1000' })) === first, 'the same options are the same container')
  report.expect((await start({ user: '1001' })) !== first, 'other options replace it')
  const refused = await codeOf(start({ sysctls: { 'kernel.core_pattern': '|/x' } }))
  report.expect(refused.startsWith('policy_refused'), `a parameter of the server: ${refused}`)
}
