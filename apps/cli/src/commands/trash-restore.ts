/** Restores items of the trash, one after the other. */
import type { Client, RestoredTrash, TrashItem } from '@longshore/sdk'
import { listTrash, restoreTrashItem } from '@longshore/sdk/operations'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { findTrashItem } from '../connection/find-trash.ts'
import type { Context } from '../context.ts'
import { type ErrorReport, toErrorReport } from '../errors.ts'
import { CliError, exitCodeOf, exitCodes } from '../exit-codes.ts'
import { confirmChange } from '../terminal/confirm.ts'
import { formatCounts } from '../terminal/trash-lines.ts'

interface Failure {
  readonly id: string
  readonly name: string
  readonly error: ErrorReport
}

interface Results {
  readonly restored: RestoredTrash[]
  readonly failed: Failure[]
  /** Exit code of the first failure. */
  exitCode: number
}

export const trashRestore = defineCommand({
  path: 'trash restore',
  summary: 'Restore what was deleted, with its old IDs, settings, and data.',
  details:
    'Starts what was running. Services and variables take effect with the next deployment. Restores the newest deletion first, because older ones can belong to it, and continues after a failure. Environments, projects, and servers can be restored as soon as they have stopped.',
  arguments: [
    {
      name: 'ID',
      summary: 'ID from longshore trash list, or the ID of what was deleted.',
      isOptional: true,
      isMany: true,
    },
  ],
  options: {
    all: { type: 'boolean', summary: 'Restore everything in the trash.' },
    ...yesOption,
  },
  examples: ['longshore trash restore trs_01h2xcejqtf2nbrexx3vqjhp41', 'longshore trash restore --all'],
  async run(context, { positionals, flag }) {
    const isAll = flag('all')
    if (isAll === positionals.length > 0) throw new CliError('usage', 'Which items?', 'Give IDs, or --all.')
    const { client } = await connect(context)
    const results: Results = { restored: [], failed: [], exitCode: exitCodes.ok }
    if (isAll) await restoreAll(context, client, { results, isAgreed: flag('yes') })
    else await restoreGiven(context, client, { results, ids: [...new Set(positionals)] })
    const { restored, failed, exitCode } = results
    context.output.show({ restored, failed }, () => [
      `Restored ${restored.length} of ${restored.length + failed.length}.`,
    ])
    return exitCode
  },
})

async function restoreGiven(
  context: Context,
  client: Client,
  { results, ids }: { results: Results; ids: readonly string[] },
): Promise<void> {
  const items: TrashItem[] = []
  for (const id of ids) {
    try {
      items.push(await findTrashItem(client, id))
    } catch (error) {
      reportFailure(context, results, { id, name: id, error })
    }
  }
  await restoreNewestFirst(context, client, { results, items })
}

async function restoreAll(
  context: Context,
  client: Client,
  { results, isAgreed }: { results: Results; isAgreed: boolean },
): Promise<void> {
  const tried = new Set<string>()
  const list = async () =>
    (await collectItems(client.items(listTrash))).filter(
      // Values that an earlier restore replaced are items of the system. Restoring them too would undo that restore.
      ({ id, status, deletedBy }) => status === 'kept' && deletedBy.kind !== 'system' && !tried.has(id),
    )
  let items = await list()
  if (items.length > 0) await confirmChange(context, questionFor(items), isAgreed)
  // The list shows what someone deleted from a project before the project itself only after the project is back.
  for (; items.length > 0; items = await list()) {
    for (const { id } of items) tried.add(id)
    await restoreNewestFirst(context, client, { results, items })
  }
}

function questionFor(items: readonly TrashItem[]): string {
  const members = items.filter(({ kind }) => kind === 'member').length
  const access = members === 0 ? '' : ` ${members} of them are members, who get their access back.`
  return `Restore ${items.length} items?${access}`
}

async function restoreNewestFirst(
  context: Context,
  client: Client,
  { results, items }: { results: Results; items: readonly TrashItem[] },
): Promise<void> {
  for (const { id, kind, name } of items.toSorted(byNewest)) {
    try {
      const restored = await client.call(restoreTrashItem, { id })
      results.restored.push(restored)
      context.output.line([{ text: '✓ ', style: 'green' }, `${kind} ${name}`])
      const left = formatCounts(restored.leftOut)
      if (left !== null)
        context.output.line(`  Left out, because what it belonged to was removed permanently: ${left}.`)
      if (kind === 'service' || kind === 'variables')
        context.output.line('  Takes effect with the next deployment: longshore deploy')
    } catch (error) {
      reportFailure(context, results, { id, name: `${kind} ${name}`, error })
    }
  }
}

function byNewest(a: TrashItem, b: TrashItem): number {
  return Date.parse(b.deletedAt) - Date.parse(a.deletedAt) || b.id.localeCompare(a.id)
}

function reportFailure(
  { output }: Context,
  results: Results,
  { id, name, error: cause }: { id: string; name: string; error: unknown },
): void {
  const error = toErrorReport(cause, undefined)
  results.failed.push({ id, name, error })
  if (results.exitCode === exitCodes.ok) results.exitCode = exitCodeOf(cause)
  // With --json, the result has it.
  if (output.isJson) return
  output.warn([{ text: '✗ ', style: 'red' }, `${name}: ${error.message}`])
  if (error.hint !== '') output.warn(`  ${error.hint}`)
}
