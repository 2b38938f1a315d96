/** Statements of a file about the processes of one app, and how they are applied to what was detected. */
import type { App, AppProcess, AppWarning } from './app.ts'
import { type Claim, claim, source } from './claim.ts'
import { onOneLine } from './formats/one-line.ts'
import type { ImagePlan, ImageStep } from './images/image-plan.ts'
import { command as commandStep } from './images/steps.ts'
import { toCommand } from './shell-words.ts'

export interface Stated<T> {
  readonly value: T
  readonly line: number | null
}

export interface StatedProcess {
  readonly name: string
  readonly kind: AppProcess['kind']
  readonly command: Stated<string> | null
  readonly schedule: Stated<string> | null
}

export interface Facts {
  readonly file: string
  readonly processes: readonly StatedProcess[]
  /** The file names all processes: workers that were only guessed are dropped. */
  readonly isComplete?: boolean
  readonly port?: Stated<number> | null
  readonly healthPath?: Stated<string> | null
  readonly releaseCommand?: Stated<string> | null
  readonly buildCommand?: Stated<string> | null
  readonly outputDirectory?: Stated<string> | null
  readonly warnings?: readonly AppWarning[]
}

export function applyFacts(app: App, facts: Facts): App {
  const claimOf = (stated: Stated<string> | null | undefined, label: string) =>
    toClaim(stated, { file: facts.file, label })
  const build = claimOf(facts.buildCommand, 'build command')
  const processes = applyProcesses(app, facts)
  const start = processes[0]?.startCommand ?? null
  const isRestarted = start !== null && start.value !== app.processes[0]?.startCommand?.value
  const withBuild = build === null ? app.image : replaceRun(app.image, app.buildCommand?.value, build.value)
  return {
    ...app,
    processes,
    buildCommand: build ?? app.buildCommand,
    releaseCommand: claimOf(facts.releaseCommand, 'release command') ?? app.releaseCommand,
    outputDirectory:
      app.outputDirectory === null ? null : (claimOf(facts.outputDirectory, 'output directory') ?? app.outputDirectory),
    warnings: [...app.warnings, ...(facts.warnings ?? [])],
    image: isRestarted ? replaceCommand(withBuild, start.value) : withBuild,
  }
}

function toClaim(
  stated: Stated<string> | null | undefined,
  { file, label }: { file: string; label: string },
): Claim<string> | null {
  const value = stated == null ? null : toCommand(stated.value)
  return value === null ? null : claim(value, 1, source(file, stated?.line ?? null, `${label}: ${value}`))
}

function applyProcesses(app: App, facts: Facts): AppProcess[] {
  const kept =
    facts.isComplete === true && facts.processes.length > 0
      ? app.processes.filter((one) => one.kind === 'web' || isStated(one, facts))
      : [...app.processes]
  const done = kept.map((process) => overlay(process, facts))
  for (const stated of facts.processes) {
    if (done.some((process) => matches(process, stated))) continue
    const created = overlay(
      { name: stated.name, kind: stated.kind, startCommand: null, port: null, healthPath: null, schedule: null },
      facts,
    )
    // The server comes first: the others share its image.
    const isOnlyPages = done.length === 1 && done[0]?.kind === 'static' && stated.kind === 'web'
    if (isOnlyPages) done[0] = created
    else if (stated.kind === 'web') done.unshift(created)
    else done.push(created)
  }
  return done
}

function isStated(process: AppProcess, facts: Facts): boolean {
  return facts.processes.some((stated) => matches(process, stated))
}

function matches(process: AppProcess, stated: StatedProcess): boolean {
  return process.name === stated.name || (process.kind === 'web' && stated.kind === 'web')
}

function overlay(process: AppProcess, facts: Facts): AppProcess {
  const stated = facts.processes.find((one) => matches(process, one))
  const command = toClaim(stated?.command, { file: facts.file, label: stated?.name ?? 'command' })
  const schedule = toClaim(stated?.schedule, { file: facts.file, label: 'schedule' })
  const isWeb = process.kind === 'web'
  const port = isWeb ? (portClaim(facts, command) ?? process.port) : process.port
  const health = isWeb && facts.healthPath?.value.startsWith('/') ? facts.healthPath : null
  return {
    ...process,
    startCommand: command ?? process.startCommand,
    schedule: schedule ?? process.schedule,
    port,
    healthPath:
      health === null
        ? process.healthPath
        : claim(
            onOneLine(health.value).slice(0, 200),
            1,
            source(facts.file, health.line, `health check ${onOneLine(health.value)}`),
          ),
  }
}

function portClaim(facts: Facts, command: Claim<string> | null): Claim<number> | null {
  if (facts.port != null)
    return claim(facts.port.value, 1, source(facts.file, facts.port.line, `port ${facts.port.value}`))
  const port = command === null ? null : portInCommand(command.value)
  return command === null || port === null ? null : claim(port, 1, ...command.sources)
}

/** A number that the command passes to its server; `$PORT` is left to the platform. */
export function portInCommand(command: string): number | null {
  const tokens = command.slice(0, 2_000).split(/[\s=]/)
  const values = tokens.flatMap((word, index) => {
    if (portOptions.has(word)) return [tokens[index + 1] ?? '']
    if (/^-[pb][\d.:[]/.test(word)) return [word.slice(2)]
    return word.startsWith('0.0.0.0:') || word.startsWith('[::]:') ? [word] : []
  })
  const found = values
    .map((value) => /(?:^|:)(\d{2,5})["']?$/.exec(value.slice(-80))?.[1])
    .find((port) => port !== undefined)
  const port = Number(found ?? Number.NaN)
  return port >= 80 && port <= 65_535 ? port : null
}

const portOptions = new Set([
  '--port',
  '-p',
  '--bind',
  '-b',
  '--listen',
  '-l',
  '-Dserver.port',
  '--server.port',
  'PORT',
])

/** The image starts the stated command. */
function replaceCommand(plan: ImagePlan | null, text: string): ImagePlan | null {
  if (plan === null) return null
  const swap = (step: ImageStep) => (step.do === 'command' ? commandStep(text) : step)
  const last = plan.stages.length - 1
  return {
    ...plan,
    stages: plan.stages.map((stage, index) => (index === last ? { ...stage, steps: stage.steps.map(swap) } : stage)),
  }
}

/** Replaces the detected build command in the plan with the stated one. */
function replaceRun(plan: ImagePlan | null, before: string | undefined, after: string): ImagePlan | null {
  if (plan === null || before === undefined || before === after) return plan
  const swap = (step: ImageStep) =>
    step.do === 'run' && step.command.includes(before)
      ? { ...step, command: step.command.replace(before, () => after) }
      : step
  return { ...plan, stages: plan.stages.map((stage) => ({ ...stage, steps: stage.steps.map(swap) })) }
}
