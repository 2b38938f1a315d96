import { getTemplate } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { templateLines } from '../terminal/template-lines.ts'

export const catalogShow = defineCommand({
  path: 'catalog show',
  summary: 'Show an app of the catalog: its services, inputs, and data.',
  arguments: [{ name: 'NAME', summary: 'Name of the app, from longshore catalog search.' }],
  options: { compose: { type: 'boolean', summary: 'Print only the compose file.' } },
  examples: ['longshore catalog show node-red', 'longshore catalog show node-red --compose > compose.yaml'],
  async run(context, input) {
    const { client } = await connect(context)
    const template = await client.call(getTemplate, { name: input.positionals[0] ?? '' })
    const isText = input.flag('compose')
    context.output.show(template, () => (isText ? template.compose.trimEnd().split('\n') : templateLines(template)))
    return 0
  },
})
