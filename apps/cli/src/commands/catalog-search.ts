import type { TemplateSummary } from '@longshore/sdk'
import { listTemplates } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { formatBytes } from '../terminal/format.ts'
import type { Line } from '../terminal/text.ts'

export const catalogSearch = defineCommand({
  path: 'catalog search',
  summary: 'List apps that you can deploy from the catalog.',
  arguments: [
    { name: 'TEXT', summary: 'Text to search for in name, title, and summary (default: all apps).', isOptional: true },
  ],
  options: {
    category: {
      type: 'string',
      value: 'CATEGORY',
      summary: 'Category of the apps to list, such as monitoring (default: all).',
    },
  },
  examples: ['longshore catalog search', 'longshore catalog search blog'],
  async run(context, input) {
    const { client } = await connect(context)
    const [q] = input.positionals
    const { items } = await client.call(listTemplates, { q })
    const category = input.text('category')
    const found = items.filter((each) => category === undefined || each.category === category)
    context.output.table(
      { items: found },
      {
        heads: ['NAME', 'VERSION', 'CATEGORY', 'MEMORY', 'STATUS', 'SUMMARY'],
        rows: found.map(toRow),
        empty: 'Nothing found. List all apps: longshore catalog search',
      },
    )
    return 0
  },
})

function toRow({ name, version, category, minimumMemoryMb, tested, summary }: TemplateSummary): Line[] {
  return [
    name,
    version,
    category,
    formatBytes(minimumMemoryMb << 20),
    tested === null ? 'unverified' : 'tested',
    summary,
  ]
}
