/** Interferes with a target at an exact moment: programs that wait, misbehave or do damage before they do their job. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from '../../fixtures/target.ts'

const real: Readonly<Record<string, string>> = {
  ufw: '/usr/sbin/ufw',
  systemctl: '/usr/bin/systemctl',
  'systemd-run': '/usr/bin/systemd-run',
  df: '/usr/bin/df',
  dd: '/usr/bin/dd',
  mv: '/usr/bin/mv',
  docker: '/usr/bin/docker',
  sysctl: '/usr/sbin/sysctl',
  'apt-config': '/usr/bin/apt-config',
}

/** The folder is world-writable, because some programs run as the user. */
const folder = '/var/tmp/shims'

export async function writeFile(target: Target, path: string, text: string, mode = '0644'): Promise<void> {
  await target.mustExec(['mkdir', '-p', path.slice(0, path.lastIndexOf('/'))])
  await target.mustExec(['tee', path], { stdin: text })
  await target.mustExec(['chmod', mode, path])
}

/** Runs `text` once, before the program gets to do what fits the pattern. `instead`: and the program never does. */
export async function installShim(
  target: Target,
  program: string,
  options: { pattern: string; text: string; instead?: boolean; every?: boolean },
): Promise<void> {
  const path = real[program]
  if (path === undefined) throw new Error(`no path is known for ${program}`)
  const once = options.every === true ? 'true' : `[ ! -e ${folder}/shim.${program} ]`
  const end = options.instead === true ? 'exit $?' : ''
  const shim = `#!/bin/sh
case "$*" in
  ${options.pattern})
    if ${once}; then
      : >${folder}/shim.${program}
      (
${options.text}
      )
      ${end}
    fi
    ;;
esac
exec ${path} "$@"
`
  await target.mustExec(['install', '-d', '-m', '0777', folder])
  await writeFile(target, `/usr/local/bin/${program}`, shim, '0755')
  await target.mustExec(['ln', '-sf', `/usr/local/bin/${program}`, `/usr/local/sbin/${program}`])
}

/** The program that each step of a run calls exactly once, and no other step calls. */
export const gates = {
  plan: ['apt-config', '*dump*'],
  preflight: ['df', '*-Pk*'],
  snapshot: ['dd', '*of=ballast*'],
  arm: ['systemd-run', '*longshore-harden*'],
  apply: ['ufw', '*--force?enable*'],
  verify: ['docker', '*version*-f*Server*'],
  confirm: ['mv', '*state.armed?state.confirmed*'],
} as const satisfies Record<string, readonly [string, string]>
export type GateName = keyof typeof gates
export const gateNames = Object.keys(gates).filter((name): name is GateName => Object.hasOwn(gates, name))

/** The run stops at the step until `open`. */
export class Gate {
  readonly #target: Target
  readonly #name: string

  private constructor(target: Target, name: string) {
    this.#target = target
    this.#name = name
  }

  static async sabotage(target: Target, name: GateName): Promise<Gate> {
    const [program, pattern] = gates[name]
    const wait = `: >${folder}/gate.${name}.hit
n=0
while [ ! -e ${folder}/gate.${name}.open ] && [ $n -lt 900 ]; do sleep 0.1; n=$((n + 1)); done`
    await installShim(target, program, { pattern, text: wait })
    return new Gate(target, name)
  }

  async untilHit(limitMs = 240_000): Promise<void> {
    for (const deadline = Date.now() + limitMs; ; await delay(300)) {
      if ((await this.#target.exec(['test', '-e', `${folder}/gate.${this.#name}.hit`])).exitCode === 0) return
      if (Date.now() > deadline) throw new Error(`the run did not come to ${this.#name}`)
    }
  }

  async open(): Promise<void> {
    await this.#target.exec(['touch', `${folder}/gate.${this.#name}.open`])
  }
}
