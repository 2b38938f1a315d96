/** Compose projects of a server, the plan for one, and how far its adoption is. Each state ends with what to do next. */
import type { Adoption, AdoptionPlan, ComposeProject, StackFinding } from '@longshore/sdk'
import { formatBytes, formatDuration, formatStatus } from './format.ts'
import { layOutTable } from './table.ts'
import type { Line, Span } from './text.ts'

export const projectHeads = ['PROJECT', 'STATE', 'SERVICES', 'PORTS', 'CAN BE ADOPTED'] as const

export function projectRow({ name, services, isAdoptable }: ComposeProject): Line[] {
  const running = services.filter(({ isRunning }) => isRunning).length
  const ports = services.flatMap((each) => each.ports.flatMap(({ published }) => published ?? []))
  return [
    name,
    stateOf(running, services.length),
    listed(services.map((each) => each.name)),
    listed([...new Set(ports)].map(String)),
    isAdoptable ? { text: 'yes', style: 'green' } : { text: 'no', style: 'red' },
  ]
}

function stateOf(running: number, all: number): Span {
  if (running === all) return formatStatus('running')
  return running === 0 ? formatStatus('stopped') : { text: `${running} of ${all} running`, style: 'yellow' }
}

/** Why projects can't be adopted, below the list. */
export function blockedLines(projects: readonly ComposeProject[]): Line[] {
  return projects.flatMap(({ name, findings }) => {
    const blocking = findings.filter(({ severity }) => severity === 'blocks')
    return blocking.length === 0 ? [] : ['', { text: name, style: 'bold' } as const, ...blocking.flatMap(findingLines)]
  })
}

/** `columns`: width of the terminal. Undefined: a pipe. */
export function planLines(plan: AdoptionPlan, columns: number | undefined): Line[] {
  const { services, data, findings, leftOut, downtime, isAdoptable } = plan
  const variables = services.flatMap((each) => each.variables.map((variable) => [each.name, variable] as const))
  const parts: Line[][] = [
    titled('Services', layOutTable(['NAME', 'KIND', 'PORT', 'FILES', 'IMAGE'], services.map(serviceRow), columns)),
    titled(
      'Data to copy',
      layOutTable(
        ['SERVICE', 'VOLUME', 'SIZE', 'FROM'],
        data.map(({ service, volume, bytes, source }) => [service, volume, formatBytes(bytes), source]),
        columns,
      ),
    ),
    titled(
      'Variables (values are never shown)',
      layOutTable(
        ['SERVICE', 'SECRET', 'KEY'],
        variables.map(([service, { key, secret }]) => [service, secret ? 'yes' : 'no', key]),
        columns,
      ),
    ),
    findings.length === 0 ? [] : [{ text: 'Findings', style: 'bold' }, ...findings.flatMap(findingLines)],
    [
      ...(leftOut.length === 0 ? [] : [`Left out: ${leftOut.join(', ')}.`]),
      `Downtime: ${downtime}`,
      isAdoptable
        ? { text: 'Longshore can adopt this project.', style: 'green' }
        : {
            text: "Longshore can't adopt the project as it is. Fix the findings, or choose other services: adopt start --service NAME",
            style: 'red',
          },
    ],
  ]
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]))
}

function serviceRow({ name, kind, port, files, image }: AdoptionPlan['services'][number]): Line[] {
  return [name, kind, String(port ?? '–'), listed(files), image]
}

/** Nothing without rows. */
function titled(title: string, [heads, ...rows]: readonly Line[]): Line[] {
  return heads === undefined || rows.length === 0 ? [] : [{ text: title, style: 'bold' }, heads, ...rows]
}

function findingLines({ severity, service, cause, remedy }: StackFinding): Line[] {
  const mark: Span = severity === 'blocks' ? { text: '✗', style: 'red' } : { text: '!', style: 'yellow' }
  return [[mark, ` ${service === null ? '' : `${service}: `}${cause}`], { text: `  ${remedy}`, style: 'dim' }]
}

/** `target`: the environment in commands, such as `shop/production`. */
export function adoptionLines(adoption: Adoption, target: string): Line[] {
  const { status, expectedDowntimeSeconds, bytes, downtimeMs, copied, compared, error } = adoption
  const expected = expectedDowntimeSeconds === null ? '' : formatDuration(expectedDowntimeSeconds * 1_000)
  return [
    [`${adoption.composeProject} is `, formatStatus(status), `. ${meanings[status]}`],
    ...(status !== 'ready' || expected === ''
      ? []
      : [`Data: ${formatBytes(bytes)}. Expect a downtime of about ${expected} at the switch.`]),
    ...copied.map(copyLine),
    ...compared.map(responseLine),
    ...(downtimeMs === null ? [] : [`Downtime: ${formatDuration(downtimeMs)}.`]),
    ...(error === null ? [] : [{ text: error.detail, style: 'red' } as const, `  ${error.hint}`]),
    ...nextSteps[status].map((step): Line => ({ text: step(target), style: 'dim' })),
  ]
}

function copyLine({ service, volume, entries, digest }: Adoption['copied'][number]): Line {
  const files = entries === 1 ? '1 file or folder' : `${entries} files and folders`
  return [
    { text: '✓', style: 'green' },
    ` ${volume} of ${service}: ${files}, equal before and after (${digest.slice(0, 12)}).`,
  ]
}

function responseLine({ service, before, after }: Adoption['compared'][number]): Line {
  if (before === after) return [{ text: '✓', style: 'green' }, ` ${service} responds to / with ${after}, as before.`]
  return [{ text: '!', style: 'yellow' }, ` ${service} responded to / with ${before} before, and with ${after} now.`]
}

const meanings: Readonly<Record<Adoption['status'], string>> = {
  preparing: 'Longshore reads all data once. The old containers keep running.',
  ready: 'The old containers run until you switch.',
  switching: 'A deployment copies the data and starts the new containers.',
  adopted: 'The old containers are stopped, and their data is unchanged.',
  returned: 'The switch failed, and the old containers run as before.',
  stopped: 'The switch failed, and the old containers could not be started again. Nothing runs.',
  undoing: 'The environment stops, then the old containers start.',
  undone: 'The old containers run as before, and the environment is stopped.',
  confirmed: 'You can no longer undo the adoption.',
  failed: 'Nothing was changed, and the old containers keep running.',
}

type NextStep = (target: string) => string

const show: NextStep = (target) => `See the progress: longshore adopt show --env ${target}`
const giveUp: NextStep = (target) => `Delete the environment: longshore environment delete ${target}`
const nextSteps: Readonly<Record<Adoption['status'], readonly NextStep[]>> = {
  preparing: [show],
  ready: [(target) => `Switch: longshore adopt switch --env ${target} --follow`],
  switching: [show],
  adopted: [
    (target) => `Undo: longshore adopt undo --env ${target} --follow`,
    (target) => `Remove the old containers: longshore adopt confirm --env ${target}`,
  ],
  returned: [(target) => `Try again: longshore adopt switch --env ${target} --follow`],
  stopped: [
    (target) => `Start the old containers: longshore adopt undo --env ${target} --follow`,
    (target) => `Try again: longshore adopt switch --env ${target} --follow`,
  ],
  undoing: [show],
  undone: [giveUp],
  confirmed: [],
  failed: [giveUp],
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? '–' : names.join(', ')
}
