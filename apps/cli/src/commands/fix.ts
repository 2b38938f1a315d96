/** Applies a remedy for a failed deployment and deploys again. */
import type { Client, Deployment, DeploymentRemedy } from '@longshore/sdk'
import {
  configureServices,
  getEnvironment,
  redeployDeployment,
  replaceVariables,
  updateServer,
} from '@longshore/sdk/operations'
import { changeFor, needsText, type RemedyChange, suggestedText } from '@longshore/sdk/remedies'
import type { Input } from '../arguments/input.ts'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { findDeployment, findFailed } from '../deployments/find-deployment.ts'
import { followDeployment } from '../deployments/follow.ts'
import { reportStarted } from '../deployments/report-started.ts'
import { CliError } from '../exit-codes.ts'
import { readInput } from '../terminal/prompt.ts'
import { followOptions } from './deploy.ts'

const options = {
  ...environmentOption,
  remedy: { type: 'string', value: 'N', summary: 'Which of its remedies to apply (default: the first).' },
  value: { type: 'string', value: 'TEXT', summary: 'Command, port, version or name to use instead of the suggestion.' },
  stdin: { type: 'boolean', summary: 'Read the value from standard input, so that no history keeps it.' },
  ...followOptions,
} as const

export const fix = defineCommand({
  path: 'fix',
  summary: 'Fix a failed deployment: apply what its diagnosis suggests, and redeploy.',
  details: 'Saves the change for the environment, then deploys the same commit again.',
  arguments: [{ name: 'NUMBER', summary: 'Deployment number (default: the last failed one).', isOptional: true }],
  options,
  examples: ['longshore fix --follow', 'longshore fix 12 --remedy 2', 'longshore fix 12 --stdin < key.txt'],
  async run(context, input) {
    const connection = await connect(context)
    const { client, url } = connection
    const environment = await findEnvironment(context, connection, input.text('env'))
    const asked = input.positionals[0]
    const failed =
      asked === undefined ? await findFailed(client, environment) : await findDeployment(client, environment, asked)
    const remedy = chooseRemedy(failed, input.text('remedy'))
    const { services, version } = await client.call(getEnvironment, { id: environment.id })
    const text = (await readText(context, input, remedy)) ?? suggestedText(remedy, services)
    const change = changeFor(remedy, { text, services })
    if (change === undefined) throw new CliError('notFound', 'The service of this remedy no longer exists.')
    await apply(client, { id: environment.id, version, change })
    const deployment = await client.call(redeployDeployment, { id: environment.id, did: failed.id })
    context.output.note(`${remedy.label}: saved.`)
    if (!input.flag('follow') && !input.flag('logs')) return reportStarted(context, environment, deployment)
    return await followDeployment(context, { client, url, environment, deployment, hasWholeLog: input.flag('logs') })
  },
})

function chooseRemedy({ number, diagnosis }: Deployment, asked = '1'): DeploymentRemedy {
  const found = diagnosis?.remedies[Number(asked) - 1]
  if (found !== undefined) return found
  const hint = `Read why it failed: longshore logs --deployment ${number}`
  throw new CliError('notFound', `Deployment ${number} has no remedy ${asked}.`, hint)
}

/** Undefined: use the suggestion. */
async function readText(
  context: Context,
  input: Input<typeof options>,
  remedy: DeploymentRemedy,
): Promise<string | undefined> {
  const given = input.flag('stdin') ? await readInput(context.stdin) : input.text('value')
  if (given !== undefined || !needsText(remedy)) return given
  throw new CliError('usage', `${remedy.label}: to what?`, 'Give --value TEXT, or --stdin for secrets.')
}

async function apply(
  client: Client,
  { id, version, change }: { id: string; version: number; change: RemedyChange },
): Promise<void> {
  if (change.kind === 'services')
    await client.call(configureServices, { id, body: { services: change.services } }, { ifMatch: version })
  else if (change.kind === 'variables')
    await client.call(replaceVariables, { id, body: { variables: change.variables, keepOthers: true } })
  else await client.call(updateServer, { id: change.serverId, body: { build: change.build } })
}
