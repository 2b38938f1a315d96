/** Finds one item of a list by its ID or one of its names. */
import { CliError } from '../exit-codes.ts'
import { collectItems } from './collect-items.ts'

export interface NamedSpec<Item> {
  /** Kind of the item, for messages. */
  readonly noun: string
  /** Names that users can type instead of the ID. */
  namesOf(item: Item): readonly string[]
  /** Command that lists the items. */
  readonly see: string
}

export async function findNamed<Item extends { id: string }>(
  list: AsyncIterable<Item>,
  asked: string,
  { noun, namesOf, see }: NamedSpec<Item>,
): Promise<Item> {
  const items = await collectItems(list)
  const byId = items.find(({ id }) => id === asked)
  if (byId !== undefined) return byId
  const [found, other] = items.filter((item) => namesOf(item).includes(asked))
  if (found === undefined) throw new CliError('notFound', `Unknown ${noun} “${asked}”.`, `See: ${see}`)
  if (other !== undefined)
    throw new CliError('usage', `Several items match “${asked}”.`, `Use the ID of the ${noun}: ${see} --json`)
  return found
}
