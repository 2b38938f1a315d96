/** Containers with options and files: the image that they use, and what they print. */
import { type ContainerSpec, imageShell } from '@longshore/remote/runtime'
import { runOut } from './run-out.ts'
import type { RuntimeTestEnv } from './test-env.ts'

export const call = { signal: new AbortController().signal }
const labels = { 'longshore.environment': 'options' }
const network = 'longshore-options'
const imageName = 'suite-options'

export interface OptionsTestEnv extends RuntimeTestEnv {
  /** Id of an image whose entrypoint is `/init` and whose command is `from-image`. */
  readonly initImage: string
}

/** A program that is like the init of s6: it refuses to run unless it is the first process. */
const init = `#!/bin/sh
[ $$ = 1 ] || { echo "not the first process"; exit 100; }
echo "first process with $1"
`
const setup = [
  'mkdir -p /srv/own /srv/folder/content',
  'chown 101:102 /srv/own && chmod 2750 /srv/own',
  'ln -s /srv/own /srv/link && echo text >/srv/plain',
  'cat >/init && chmod 755 /init',
].join(' && ')

/** Runs `work` with a network, and removes everything of it. */
export async function withOptionContainers(
  testEnv: RuntimeTestEnv,
  work: (testEnv: OptionsTestEnv) => Promise<void>,
): Promise<void> {
  const { runtime, pool, target, debian } = testEnv
  await runtime.ensureNetwork({ name: network, labels, pool }, call)
  try {
    await target.mustExec(['docker', 'run', '--interactive', '--name', imageName, debian, ...imageShell(setup)], {
      stdin: init,
    })
    const changes = ['ENTRYPOINT ["/init"]', 'CMD ["from-image"]'].flatMap((each) => ['--change', each])
    const initImage = await target.mustExec(['docker', 'commit', ...changes, imageName, imageName])
    await work({ ...testEnv, initImage })
  } finally {
    for (const { name } of await runtime.listContainers(labels, call)) await runtime.removeContainer(name, call)
    await runtime.removeNetwork(network, call)
    await target.exec(['docker', 'rm', '--force', imageName])
    await target.exec(['docker', 'rmi', '--force', imageName])
  }
}

export function optionSpec({ initImage }: OptionsTestEnv, change: Partial<ContainerSpec> = {}): ContainerSpec {
  return {
    name: 'longshore-options',
    labels,
    image: initImage,
    command: null,
    environment: [],
    network,
    aliases: ['Options_1.example'],
    volumes: [],
    memoryBytes: 64 << 20,
    cpus: null,
    pids: 64,
    stopGraceSeconds: 10,
    restart: 'always',
    ...change,
  }
}

/** Compares the lines that a program prints. */
export async function expectLines(
  testEnv: OptionsTestEnv,
  what: string,
  { change, lines }: { change: Partial<ContainerSpec>; lines: readonly string[] },
): Promise<void> {
  const { parts } = await runOut(testEnv, optionSpec(testEnv, change))
  const expected = lines.map((line) => `stdout:${line}`)
  const isSame = parts.join('\n') === expected.join('\n')
  testEnv.report.expect(isSame, `${what}: ${JSON.stringify(parts)} instead of ${JSON.stringify(expected)}`)
}

export async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'none',
    (error) => `${error.code}: ${error.message}`,
  )
}
