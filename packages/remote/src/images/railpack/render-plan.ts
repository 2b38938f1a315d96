/** Renders a Railpack plan as a Dockerfile, which is then built like any other; pure. */
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { RailpackPlan } from './plan.schemas.ts'
import { dockerfileSyntax } from './prepare-dockerfile.ts'
import { splitArgs } from './split-args.ts'

export interface RenderOptions {
  /** Keys of the build secrets. */
  readonly secrets: readonly string[]
  /** Changes with the values: otherwise a step would come from the cache although a secret changed. */
  readonly variablesHash: string
}

type Step = RailpackPlan['steps'][number]
type Layer = RailpackPlan['deploy']['base']
type Command = Step['commands'][number]
/** The output of a step for later steps. */
interface Made {
  readonly stage: string
  readonly variables: Record<string, string>
  readonly paths: string[]
}

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const appDirectory = '/app'

/** Throws if a step refers to something that the plan doesn't contain. */
export function renderPlan(plan: RailpackPlan, options: RenderOptions): { text: string; ignore: string } {
  const created = new Map<string, Made>()
  const stages: string[][] = []
  for (const step of inOrder(plan.steps)) {
    const parents = step.inputs.flatMap((input) => (input.step === undefined ? [] : [find(created, input.step)]))
    const inherited = Object.assign({}, ...parents.map((each) => each.variables), step.variables)
    const paths = [...new Set(parents.flatMap((each) => each.paths))]
    const own: Made = { stage: `railpack-step-${created.size}`, variables: inherited, paths }
    const lines = [...layerLines(step.inputs, own.stage, created), `WORKDIR ${appDirectory}`, ...environment(own)]
    if (options.secrets.length > 0 && step.secrets.length > 0)
      lines.push(`ARG LONGSHORE_VARIABLES=${options.variablesHash}`)
    const mounts = mountsOf(plan, step, options.secrets)
    for (const command of step.commands) lines.push(...commandLines(command, step, { own, mounts }))
    created.set(step.name, own)
    stages.push(lines)
  }
  const text = [
    `# syntax=${dockerfileSyntax}`,
    ...[...stages, deployLines(plan, created)].flatMap((each) => [...each, '']),
  ]
  return { text: text.join('\n'), ignore: plan.exclude.map((line) => `${line}\n`).join('') }
}

function deployLines({ deploy }: RailpackPlan, created: ReadonlyMap<string, Made>): string[] {
  const steps = deploy.inputs.flatMap(({ step }) => (step === undefined ? [] : [find(created, step)]))
  const variables = Object.assign({}, ...steps.map((each) => each.variables), deploy.variables)
  const paths = [...new Set([...deploy.paths, ...steps.flatMap((each) => each.paths)])]
  return [
    ...layerLines([deploy.base, ...deploy.inputs], 'railpack-deploy', created),
    `WORKDIR ${appDirectory}`,
    ...environment({ variables, paths }),
    // Don't use an entry point: a command of the service replaces CMD as a whole.
    `CMD ${json(['/bin/bash', '-c', deploy.startCommand])}`,
  ]
}

/** The first layer is the base of the stage; the named paths of the others are copied onto it. */
function layerLines([base, ...others]: readonly Layer[], stage: string, created: ReadonlyMap<string, Made>): string[] {
  const lines = [`FROM ${base === undefined ? 'scratch' : (sourceOf(base, created) ?? 'scratch')} AS ${stage}`]
  if (base?.local === true) lines.push('COPY . /')
  for (const layer of others) {
    const from = sourceOf(layer, created)
    const exclude = layer.exclude.map((pattern) => `--exclude=${pattern}`)
    const options = [...(from === null ? [] : [`--from=${from}`]), ...exclude]
    for (const include of layer.include) {
      const inside = posix.isAbsolute(include) ? include : posix.join(appDirectory, include)
      const operands = layer.local ? [include, posix.join(appDirectory, posix.basename(include))] : [inside, inside]
      lines.push(['COPY', ...options, json(operands)].join(' '))
    }
  }
  return lines
}

/** A stage or an image; null for the files of the commit. */
function sourceOf({ image, local, step }: Layer, created: ReadonlyMap<string, Made>): string | null {
  if (image !== undefined) return image
  return local || step === undefined ? null : find(created, step).stage
}

function commandLines(
  command: Command,
  step: Step,
  { own, mounts }: { own: Made; mounts: readonly string[] },
): string[] {
  if ('cmd' in command) return [['RUN', ...mounts, json(splitArgs(command.cmd))].join(' ')]
  if ('src' in command) {
    const from = command.image === undefined ? [] : [`--from=${command.image}`]
    // A folder that a pattern matches keeps its name, as in Railpack; COPY alone would take its content.
    const parents = /[*?[]/.test(command.src) && command.dest === '.' ? ['--parents'] : []
    return [['COPY', ...from, ...parents, json([command.src, command.dest])].join(' ')]
  }
  if ('name' in command) {
    const content = step.assets[command.name]
    if (content === undefined) throw new Error(`the plan has no file ${command.name}`)
    const end = `END_${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
    const mode = (command.mode ?? 0o644).toString(8).padStart(4, '0')
    return [`COPY --chmod=${mode} <<"${end}" ${command.path}`, content.replace(/\n$/, ''), end]
  }
  own.paths.unshift(command.path)
  return environment({ variables: {}, paths: own.paths })
}

function mountsOf({ caches, secrets }: RailpackPlan, step: Step, given: readonly string[]): string[] {
  const kept = step.caches.map((key) => {
    const cache = caches[key]
    if (cache === undefined) throw new Error(`the plan has no cache ${key}`)
    return `--mount=type=cache,id=${key},target=${posix.resolve(appDirectory, cache.directory)},sharing=${cache.type}`
  })
  const opened = given.filter((key) => secrets.includes(key)).map((key) => `--mount=type=secret,id=${key},env=${key}`)
  return [...kept, ...opened]
}

function environment({ variables, paths }: Pick<Made, 'variables' | 'paths'>): string[] {
  const all = paths.length === 0 ? variables : { ...variables, PATH: [...paths, systemPath].join(':') }
  return Object.entries(all).map(([key, value]) => `ENV ${key}="${value.replaceAll(/["$\\]/g, '\\$&')}"`)
}

/** Sorts steps after their dependencies. */
function inOrder(steps: readonly Step[]): Step[] {
  const ordered: Step[] = []
  const left = new Set(steps)
  while (left.size > 0) {
    const isLeft = new Set([...left].map(({ name }) => name))
    const next = [...left].find(({ inputs }) => !inputs.some((input) => isLeft.has(input.step ?? '')))
    if (next === undefined) throw new Error('the plan has steps that wait for each other')
    left.delete(next)
    ordered.push(next)
  }
  return ordered
}

function find(created: ReadonlyMap<string, Made>, name: string): Made {
  const found = created.get(name)
  if (found === undefined) throw new Error(`the plan has no step ${name}`)
  return found
}

/** `<` could start a here-document. */
function json(items: readonly string[]): string {
  return JSON.stringify(items).replaceAll('<', '\\u003c')
}
