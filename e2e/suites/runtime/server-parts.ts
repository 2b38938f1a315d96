/** Containers get exactly the parts of a server that an operator allows, and none once the operator removes them. */
import { imageShell, noAllowances } from '@longshore/remote/runtime'
import {
  call,
  codeOf,
  expectLines,
  type OptionsTestEnv,
  optionSpec,
  withOptionContainers,
} from './option-containers.ts'
import type { RuntimeTestEnv } from './test-env.ts'

const media = '/srv/suite-media'
const missing = '/srv/suite-missing'
const mount = (source: string, readOnly = true) => ({ hostMounts: [{ source, path: '/media', readOnly }] })
const allowing = (path: string, writable = false) => ({ ...noAllowances, hostPaths: [{ path, writable }] })

export async function proveServerParts(testEnv: RuntimeTestEnv): Promise<void> {
  const { target, allow } = testEnv
  await target.mustExec(['mkdir', '-p', `${media}/inner`])
  await target.mustExec(['tee', `${media}/film`], { stdin: 'a film\n' })
  try {
    await withOptionContainers(testEnv, async (optionsEnv) => {
      await proveMounts(optionsEnv)
      await proveMissingPath(optionsEnv)
      await proveCapability(optionsEnv)
    })
  } finally {
    allow(noAllowances)
    await target.mustExec(['rm', '-rf', media])
  }
}

async function proveMounts(testEnv: OptionsTestEnv): Promise<void> {
  const { allow, target, report, debian: image } = testEnv
  const command = imageShell('cat /media/film; echo more >/media/written && echo wrote; true')
  await expectRefusal(testEnv, 'a path that no operator allows', mount(media))
  allow(allowing(media))
  await expectLines(testEnv, 'an allowed path, to read', {
    change: { image, command: imageShell('cat /media/film'), grants: mount(media) },
    lines: ['a film'],
  })
  await expectRefusal(testEnv, 'to write, where only reading is allowed', mount(media, false))
  await expectRefusal(testEnv, 'a path below an allowed one', mount(`${media}/inner`))
  await expectRefusal(testEnv, 'the Docker socket', mount('/var/run/docker.sock'))
  allow(allowing(media, true))
  await expectLines(testEnv, 'an allowed path, to write', {
    change: { image, command, grants: mount(media, false) },
    lines: ['a film', 'wrote'],
  })
  const written = await target.mustExec(['cat', `${media}/written`])
  report.expect(written === 'more', `the server has what the program wrote: ${written}`)
  allow(noAllowances)
  await expectRefusal(testEnv, 'the same path after the operator removed it', mount(media))
}

/** Docker would create a folder of root. */
async function proveMissingPath(testEnv: OptionsTestEnv): Promise<void> {
  const { allow, target, report, runtime } = testEnv
  allow(allowing(missing))
  const refused = await codeOf(runtime.startContainer(optionSpec(testEnv, { grants: mount(missing) }), call))
  report.expect(refused.startsWith('container_start_failed') && refused.includes(missing), `a missing path: ${refused}`)
  const { exitCode } = await target.exec(['test', '-e', missing])
  report.expect(exitCode !== 0, 'a missing path is not created on the server')
}

async function proveCapability(testEnv: OptionsTestEnv): Promise<void> {
  const command = imageShell('grep CapBnd /proc/self/status | tr -d "\\t"')
  const grants = { capabilities: ['NET_ADMIN'] }
  await expectRefusal(testEnv, 'a capability that no operator allows', grants)
  testEnv.allow({ ...noAllowances, capabilities: ['NET_ADMIN'] })
  // The seven of all containers, and number 12.
  await expectLines(testEnv, 'one more capability', {
    change: { image: testEnv.debian, command, grants },
    lines: ['CapBnd:00000000000014eb'],
  })
}

async function expectRefusal(
  testEnv: OptionsTestEnv,
  what: string,
  grants: NonNullable<Parameters<typeof optionSpec>[1]>['grants'],
): Promise<void> {
  const { runtime, report } = testEnv
  const spec = optionSpec(testEnv, { command: 'sleep 600', ...(grants === undefined ? {} : { grants }) })
  const refused = await codeOf(runtime.startContainer(spec, call))
  report.expect(refused.startsWith('policy_refused'), `${what}: ${refused}`)
  report.expect((await runtime.inspectContainer(spec.name, call)) === null, `${what}: there is no container`)
}
