/** Updates an environment to the version of its template in the catalog. Nothing changes on the server until a deployment. */
import type { EnvironmentTemplate, UpdateTemplateRequest } from '@longshore/sdk'
import {
  createDeployment,
  getEnvironment,
  getEnvironmentTemplate,
  previewTemplate,
  updateEnvironmentTemplate,
} from '@longshore/sdk/operations'
import { environmentOption, yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { readInputs, setOptions } from '../connection/template-inputs.ts'
import { followDeployment } from '../deployments/follow.ts'
import { reportStarted } from '../deployments/report-started.ts'
import { exitCodes } from '../exit-codes.ts'
import { confirmChange } from '../terminal/confirm.ts'
import type { Line } from '../terminal/text.ts'
import { followOptions } from './deploy.ts'

export const catalogUpdate = defineCommand({
  path: 'catalog update',
  summary: 'Update an app to the version in the catalog.',
  details:
    'Shows the changes and asks before it saves them. They take effect with the next deployment; --deploy starts it. A rollback returns to the previous version. A template from a URL or repository is fetched from there again.',
  options: {
    ...environmentOption,
    ...setOptions,
    'remove-data': {
      type: 'string',
      multiple: true,
      value: 'SERVICE',
      summary: 'Name of a service that the update removes, to agree that its data is deleted.',
    },
    deploy: { type: 'boolean', summary: 'Deploy after saving.' },
    ...followOptions,
    ...yesOption,
  },
  examples: ['longshore catalog update --env blog/production --deploy --follow'],
  async run(context, input) {
    const connection = await connect(context)
    const { client, url } = connection
    const target = await findEnvironment(context, connection, input.text('env'))
    const { version } = await client.call(getEnvironment, { id: target.id })
    const current = await client.call(getEnvironmentTemplate, { id: target.id })
    if (current.source === null && !current.hasUpdate) {
      context.output.show(current, () => [`${current.title} ${current.version} is the version in the catalog.`])
      return exitCodes.ok
    }
    for (const line of updateLines(current)) context.output.note(line)
    const wanted = await findWanted(current)
    await confirmChange(context, `Update ${target.label}?`, input.flag('yes'))
    const inputs = await readInputs(context, input, wanted.missing)
    const body = { ...wanted.body, inputs, removeData: [...input.list('remove-data')] }
    const saved = await client.call(updateEnvironmentTemplate, { id: target.id, body }, { ifMatch: version })
    if (!input.flag('deploy')) {
      context.output.show(saved, () => [
        [{ text: '✓ ', style: 'green' }, `Saved. Nothing changes on the server until you deploy.`],
        { text: `Deploy it: longshore deploy --env ${target.label} --follow`, style: 'dim' },
      ])
      return exitCodes.ok
    }
    const deployment = await client.call(createDeployment, { id: target.id, body: {} })
    if (!input.flag('follow') && !input.flag('logs')) return reportStarted(context, target, deployment)
    return await followDeployment(context, {
      ...{ client, url, environment: target, deployment, hasWholeLog: input.flag('logs') },
    })

    async function findWanted({ source, latest, missingInputs }: EnvironmentTemplate) {
      if (source === null) {
        const catalogBody: UpdateTemplateRequest = { revision: latest?.revision ?? '' }
        return { body: catalogBody, missing: missingInputs }
      }
      const found = await client.call(previewTemplate, {
        body: 'url' in source ? { url: source.url } : { repository: source.repository, path: source.path },
      })
      for (const { severity, message } of found.problems) context.output.note(`${severity}: ${message}`)
      context.output.note(`Unverified template: ${found.title} ${found.version}. Read it before you update.`)
      const sourceBody: UpdateTemplateRequest = { source: found.source }
      return { body: sourceBody, missing: [] }
    }
  },
})

function updateLines({ title, version, latest, changes, removesData, upgradeNotes }: EnvironmentTemplate): Line[] {
  return [
    { text: latest === null ? `${title} ${version}` : `${title} ${version} → ${latest.version}`, style: 'bold' },
    ...(changes ?? []).map(({ message }) => `  ${message}`),
    ...upgradeNotes.map(({ to, text }): Line => ({ text: `  ${to}: ${text}`, style: 'yellow' })),
    ...removesData.map(
      (name): Line => ({ text: `  Deletes the data of ${name}. Agree with --remove-data ${name}.`, style: 'red' }),
    ),
  ]
}
