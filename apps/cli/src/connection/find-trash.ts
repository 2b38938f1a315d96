/** Finds items in the trash by their ID, or by the ID of what was deleted. */
import type { Client, TrashItem } from '@longshore/sdk'
import { getTrashItem, listTrash } from '@longshore/sdk/operations'
import { CliError } from '../exit-codes.ts'

const idPattern = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/
const see = 'See: longshore trash list. Environments, projects, and servers appear there once they have stopped.'

export async function findTrashItem(client: Client, asked: string): Promise<TrashItem> {
  if (!idPattern.test(asked)) throw new CliError('notFound', `“${asked}” isn't an ID.`, see)
  if (asked.startsWith('trs_')) return await client.call(getTrashItem, { id: asked })
  const { items } = await client.call(listTrash, { resourceId: asked })
  // Previous values of variables have the ID of their environment, and someone who names the environment means that.
  const found = items.find(({ kind }) => kind !== 'variables')
  if (found === undefined) throw new CliError('notFound', `The trash has nothing with the ID ${asked}.`, see)
  return found
}
