/**
 * Decides whether tini is the first process of a container: it reaps children, and SIGTERM then also ends programs
 * without a handler for it. Images with an init of their own don't get it: s6-overlay and systemd refuse to run unless
 * they are the first process.
 */
import type { Engine } from '../docker/index.ts'
import { isStatus } from '../docker/index.ts'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import type { Call } from '../runtime/runtime.ts'
import { imageShell } from './image-shell.ts'

const initPaths = ['/init', '/sbin/init', '/usr/sbin/init']
const initNames = [
  'catatonit', 'docker-init', 'dumb-init', 'my_init', 'runit', 'runit-init', 'runsvdir', 's6-linux-init', 's6-svscan',
  'systemd', 'tini', 'tini-static',
] // biome-ignore format: one list
const shells = ['sh', 'ash', 'bash', 'dash']

export async function isTiniFirst(
  engine: Engine,
  spec: ContainerSpec,
  { hasTini, call }: { hasTini: (call: Call) => Promise<boolean>; call: Call },
): Promise<boolean> {
  // The one allowed process of a confined container is its program.
  if (spec.confined === true) return false
  if (spec.options?.init !== undefined) return spec.options.init
  return (await hasTini(call)) && !startsWithInit(await argumentsOf(engine, spec, call))
}

/** Takes the whole argument list of the first process. A shell starts with what its text starts with. */
export function startsWithInit([program = '', option, text = '']: readonly string[]): boolean {
  if (!shells.includes(nameOf(program)) || option !== '-c') return isInit(program)
  return isInit(/^\s*(?:exec\s+)?(\S+)/.exec(text)?.[1] ?? '')
}

function isInit(program: string): boolean {
  // Programs of s6 have their version in the path.
  const isOfS6 = /^\/package\/admin\/s6[-/]/.test(program)
  return initPaths.includes(program) || initNames.includes(nameOf(program)) || isOfS6
}

function nameOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1)
}

async function argumentsOf(
  engine: Engine,
  { image, command, options }: ContainerSpec,
  call: Call,
): Promise<readonly string[]> {
  if (typeof command === 'string') return imageShell(command)
  if (options?.entrypoint !== undefined) return [...options.entrypoint, ...(command ?? [])]
  const found = await engine.inspectImage(image, call).catch((error: unknown) => {
    // Creating the container reports the missing image.
    if (isStatus(error, 404)) return undefined
    throw error
  })
  const { Entrypoint = [], Cmd = [] } = found?.Config ?? {}
  return [...Entrypoint, ...(command ?? Cmd)]
}
