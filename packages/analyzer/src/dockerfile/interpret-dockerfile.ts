/** Interprets a Dockerfile: the settings of the service that it builds. */
import { checkedCommand, fromCommand } from '../compose/read-health.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import { joinArgs, toCommand } from '../shell-words.ts'
import { type DockerStage, type Instruction, type ReadDockerfile, readPairs, substitute } from './read-dockerfile.ts'

export interface Found<T> {
  readonly value: T
  readonly line: number
}

export interface DockerfileSettings {
  readonly port: Found<number> | null
  /** Entrypoint and command; null if they come from the base image. */
  readonly command: Found<string> | null
  readonly user: Found<string> | null
  readonly healthCheck: Found<NonNullable<AnalyzedService['healthCheck']>> | null
  readonly volumes: readonly Found<string>[]
  readonly arguments: readonly Found<{ key: string; value: string | null }>[]
  readonly environment: readonly Found<{ key: string; value: string }>[]
  /** The built stage and its base stages, the nearest first. */
  readonly chain: readonly DockerStage[]
}

export function interpretDockerfile(file: ReadDockerfile, target: string | null): DockerfileSettings {
  const chain = chainOf(file, target)
  // Instructions in the order in which they apply: base stages first.
  const all = chain.toReversed().flatMap((stage) => stage.instructions)
  const values = new Map<string, string>()
  for (const { name, text } of [...file.args, ...all]) {
    if (name === 'ARG' || name === 'ENV')
      for (const [key, value] of readPairs(text)) values.set(key, substitute(value, values))
  }
  const stages = file.stages.filter((stage) => chain.includes(stage) || isUsed(stage, chain))
  return {
    port: portOf(all, values),
    command: commandOf(all),
    user: lastOf(all, 'USER', (text) => substitute(text, values).split(':', 1)[0] ?? null),
    healthCheck: lastOf(all, 'HEALTHCHECK', (text) => {
      const command = /^(?:--\S{1,80}\s{1,20}){0,10}CMD\s(.+)$/.exec(text.slice(0, 2_500))?.[1]
      const check = command === undefined ? null : checkedCommand(readJsonList(command) ?? command)
      return check === null ? null : fromCommand(check)
    }),
    volumes: all
      .filter(({ name }) => name === 'VOLUME')
      .flatMap(({ text, line }) => readList(text).map((value) => ({ value, line }))),
    arguments: argumentsOf([...file.args, ...stages.flatMap((stage) => stage.instructions)]),
    environment: all
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ text, line }) =>
        readPairs(text).map(([key, value]) => ({ value: { key, value: substitute(value, values) }, line })),
      ),
    chain,
  }
}

function chainOf(file: ReadDockerfile, target: string | null): DockerStage[] {
  const chain: DockerStage[] = []
  let stage =
    target === null
      ? file.stages.at(-1)
      : (file.stages.find((one) => one.name === target.toLowerCase()) ?? file.stages.at(-1))
  while (stage !== undefined && !chain.includes(stage)) {
    chain.push(stage)
    const from = stage.from.toLowerCase()
    stage = file.stages.find((one) => one.name === from)
  }
  return chain
}

function isUsed(stage: DockerStage, chain: readonly DockerStage[]): boolean {
  const { name } = stage
  return name !== null && chain.some((one) => one.instructions.some(({ text }) => text.includes(`--from=${name}`)))
}

function portOf(all: readonly Instruction[], values: ReadonlyMap<string, string>): Found<number> | null {
  const found = all.flatMap(({ name, text, line }) => {
    if (name !== 'EXPOSE') return []
    return substitute(text, values)
      .split(/\s+/)
      .flatMap((word) => {
        const port = Number(/^(\d{1,5})(?:-\d+)?(?:\/tcp)?$/i.exec(word)?.[1] ?? Number.NaN)
        return Number.isInteger(port) && port > 0 && port < 65_536 ? [{ value: port, line }] : []
      })
  })
  return found.find(({ value }) => value !== 443 && value !== 22 && value !== 9229) ?? found[0] ?? null
}

/** A later ENTRYPOINT of another stage discards an earlier CMD, as in the engine. */
function commandOf(all: readonly Instruction[]): Found<string> | null {
  let entrypoint: Instruction | null = null
  let command: Instruction | null = null
  for (const instruction of all) {
    if (instruction.name === 'ENTRYPOINT') entrypoint = instruction
    if (instruction.name === 'CMD') command = instruction
  }
  const commands = [entrypoint, command]
    .flatMap((one) => (one === null ? [] : [toShellCommand(one.text)]))
    .filter((text) => text !== '')
  const value = toCommand(commands.join(' '))
  const line = command?.line ?? entrypoint?.line
  return value === null || line === undefined ? null : { value, line }
}

/** The list form as a shell command without `sh -c`; the shell form unchanged. */
function toShellCommand(text: string): string {
  const args = readJsonList(text)
  if (args === null) return text
  const [shell, option, script] = args
  const isShell =
    args.length === 3 && /^(?:\/bin\/)?(?:sh|bash|ash|dash)$/.test(shell ?? '') && /^-l?c$/.test(option ?? '')
  return isShell ? (script ?? '') : joinArgs(args)
}

function readList(text: string): string[] {
  return readJsonList(text) ?? text.split(/\s+/).filter((word) => word !== '')
}

function readJsonList(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((word) => typeof word === 'string') ? list : null
  } catch {
    return null
  }
}

function lastOf<T>(all: readonly Instruction[], wanted: string, read: (text: string) => T | null): Found<T> | null {
  const found = all.findLast(({ name }) => name === wanted)
  const value = found === undefined ? null : read(found.text)
  return found === undefined || value === null ? null : { value, line: found.line }
}

function argumentsOf(all: readonly Instruction[]): DockerfileSettings['arguments'] {
  return all
    .filter(({ name }) => name === 'ARG')
    .flatMap(({ text, line }): Found<{ key: string; value: string | null }>[] => {
      const pairs = readPairs(text)
      if (pairs.length > 0) return pairs.map(([key, value]) => ({ value: { key, value }, line }))
      return /^[A-Za-z_]\w*$/.test(text) ? [{ value: { key: text, value: null }, line }] : []
    })
}
