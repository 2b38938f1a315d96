/** Takes over compose projects that already run on a server. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Adoption, Client } from '@longshore/sdk'
import {
  adoptComposeProject,
  confirmAdoption,
  getAdoption,
  getDeployment,
  listComposeProjects,
  planComposeProject,
  switchAdoption,
  undoAdoption,
} from '@longshore/sdk/operations'
import { environmentOption, yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findServer } from '../connection/find-server.ts'
import type { Context } from '../context.ts'
import { followDeployment } from '../deployments/follow.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { adoptionLines, blockedLines, planLines, projectHeads, projectRow } from '../terminal/adoption-lines.ts'
import { confirmChange } from '../terminal/confirm.ts'

const serverOption = {
  server: { type: 'string', value: 'SERVER', summary: 'Server where the project runs: name, host, or ID.' },
} as const
const serviceOption = {
  service: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    summary: 'Adopt only this service of the plan. The others keep running.',
  },
} as const
const projectArgument = [{ name: 'PROJECT', summary: 'Name of the compose project, from longshore adopt list.' }]
const followOption = {
  follow: { type: 'boolean', short: 'f', summary: "Wait until it's finished." },
} as const
const pollMs = 1_000
const followMs = 12 * 3_600_000

export const adoptList = defineCommand({
  path: 'adopt list',
  summary: "List compose projects on a server that Longshore didn't create.",
  options: serverOption,
  async run(context, input) {
    const { client } = await connect(context)
    const { id } = await findServer(client, requiredServer(input.text('server')))
    const { items } = await client.call(listComposeProjects, { id })
    const empty = 'Longshore found no compose projects to adopt on this server.'
    context.output.table({ items }, { heads: projectHeads, rows: items.map(projectRow), empty })
    for (const line of blockedLines(items)) context.output.line(line)
    return exitCodes.ok
  },
})

export const adoptPlan = defineCommand({
  path: 'adopt plan',
  summary: 'Show what the adoption of a compose project would create, copy, and change.',
  details: "Nothing is changed. Exits with 1 if the project can't be adopted.",
  arguments: projectArgument,
  options: { ...serverOption, ...serviceOption },
  examples: ['longshore adopt plan shop --server web-1 --service web --service db'],
  async run(context, input) {
    const { client } = await connect(context)
    const { output } = context
    const { id } = await findServer(client, requiredServer(input.text('server')))
    const services = input.list('service')
    const plan = await client.call(planComposeProject, {
      id,
      name: input.positionals[0] ?? '',
      ...(services.length === 0 ? {} : { services: services.join(',') }),
    })
    output.show(plan, () => planLines(plan, output.isTerminal ? output.columns : undefined))
    return plan.isAdoptable ? exitCodes.ok : exitCodes.failed
  },
})

export const adoptStart = defineCommand({
  path: 'adopt start',
  summary: 'Create a project and an environment for a compose project, and prepare the switch.',
  details: 'Nothing is stopped: the old containers run until longshore adopt switch.',
  arguments: projectArgument,
  options: {
    ...serverOption,
    ...followOption,
    project: {
      type: 'string',
      value: 'NAME',
      summary: 'Name of the new project (default: the name of the compose project).',
    },
    environment: { type: 'string', value: 'NAME', summary: 'Name of the new environment (default: production).' },
    ...serviceOption,
  },
  examples: ['longshore adopt start shop --server web-1 --follow'],
  async run(context, input) {
    const { client } = await connect(context)
    const { id } = await findServer(client, requiredServer(input.text('server')))
    const services = input.list('service')
    const adopted = await client.call(adoptComposeProject, {
      id,
      name: input.positionals[0] ?? '',
      body: {
        projectName: input.text('project'),
        environment: input.text('environment'),
        ...(services.length === 0 ? {} : { services }),
      },
    })
    const { environment, project } = adopted
    context.output.note(`Created ${project.name}/${environment.name}.`)
    const adoption = input.flag('follow') ? await waitWhile(client, environment.id, 'preparing') : adopted.adoption
    context.output.show({ ...adopted, adoption }, () => adoptionLines(adoption, `${project.slug}/${environment.slug}`))
    return adoption.status === 'failed' ? exitCodes.failed : exitCodes.ok
  },
})

export const adoptShow = defineCommand({
  path: 'adopt show',
  summary: 'Show the progress of an adoption, what was compared, and what to do next.',
  options: environmentOption,
  async run(context, input) {
    const { client, id, target } = await locate(context, input.text('env'))
    return report(context, await readAdoption(client, id), target)
  },
})

export const adoptSwitch = defineCommand({
  path: 'adopt switch',
  summary: 'Stop the old containers, copy their data, and start the environment.',
  details:
    "This is a deployment. If the new version doesn't become live, the old containers start again. The old data is never changed. With --follow, exits with 0 if the deployment goes live, otherwise with 7.",
  options: { ...environmentOption, ...followOption },
  async run(context, input) {
    const { client, url, id, target, environment } = await locate(context, input.text('env'))
    const adoption = await client.call(switchAdoption, { id })
    if (!input.flag('follow') || adoption.deploymentId === null) return report(context, adoption, target)
    const deployment = await client.call(getDeployment, { id, did: adoption.deploymentId })
    const code = await followDeployment(context, { client, url, environment, deployment })
    if (code === exitCodes.interrupted) return code
    const ended = await waitWhile(client, id, 'switching')
    context.output.event({ event: 'adoption', data: ended })
    for (const line of adoptionLines(ended, target)) context.output.line(line)
    return code
  },
})

export const adoptUndo = defineCommand({
  path: 'adopt undo',
  summary: 'Stop the environment, and start the old containers as they were.',
  details: "Data written since the switch stays in the new volumes. Longshore doesn't copy it back.",
  options: { ...environmentOption, ...followOption },
  async run(context, input) {
    const { client, id, target } = await locate(context, input.text('env'))
    const begun = await client.call(undoAdoption, { id })
    const adoption = input.flag('follow') ? await waitWhile(client, id, 'undoing') : begun
    report(context, adoption, target)
    return adoption.error === null ? exitCodes.ok : exitCodes.failed
  },
})

export const adoptConfirm = defineCommand({
  path: 'adopt confirm',
  summary: 'Remove the old containers of an adopted compose project.',
  details:
    "You can't undo the adoption afterwards. Old volumes and folders of the server stay: you can delete the volumes in the dashboard.",
  options: { ...environmentOption, ...yesOption },
  async run(context, input) {
    const { client, id, target, environment } = await locate(context, input.text('env'))
    await confirmChange(context, `Remove the old containers of ${environment.label}?`, input.flag('yes'))
    return report(context, await client.call(confirmAdoption, { id, body: {} }), target)
  },
})

function requiredServer(server: string | undefined): string {
  if (server === undefined)
    throw new CliError('usage', 'Which server?', 'Use --server NAME. See: longshore server list')
  return server
}

/** `target`: the environment as the next command needs it. */
async function locate(context: Context, given: string | undefined) {
  const connection = await connect(context)
  const { client, url } = connection
  const environment = await findEnvironment(context, connection, given)
  const { id } = environment
  return { client, url, id, environment, target: given !== undefined && /^[\w./-]+$/.test(given) ? given : id }
}

async function readAdoption(client: Client, id: string): Promise<Adoption> {
  const { adoption } = await client.call(getAdoption, { id })
  if (adoption !== null) return adoption
  throw new CliError(
    'notFound',
    "This environment doesn't adopt a compose project.",
    'Adopt one: longshore adopt start PROJECT --server SERVER',
  )
}

async function waitWhile(client: Client, id: string, status: Adoption['status']): Promise<Adoption> {
  for (const deadline = Date.now() + followMs; ; await delay(pollMs)) {
    const adoption = await readAdoption(client, id)
    if (adoption.status !== status || Date.now() > deadline) return adoption
  }
}

function report({ output }: Context, adoption: Adoption, target: string): number {
  output.show(adoption, () => adoptionLines(adoption, target))
  return exitCodes.ok
}
