import type { ReplacedVariables } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'

/** Lists the keys that a file changes, never their values. */
export function KeyChanges({ changes }: Pick<ReplacedVariables, 'changes'>) {
  const words = text.variables
  const { added, changed, removed, unchanged } = changes
  const isNothing = added.length + changed.length + removed.length === 0
  return (
    <section aria-label={words.diffTitle} className="flex flex-col gap-3">
      {isNothing && <p>{words.nothing}</p>}
      <Keys title={words.added} sign="+" keys={added} className="bg-good-soft text-good" />
      <Keys title={words.changed} sign="~" keys={changed} className="bg-warn-soft text-warn" />
      <Keys title={words.removedKeys} sign="−" keys={removed} className="bg-bad-soft text-bad" />
      {!isNothing && unchanged.length > 0 && <p className="text-ink-soft">{words.unchanged(unchanged.length)}</p>}
    </section>
  )
}

function Keys(props: { title: string; sign: string; keys: readonly string[]; className: string }) {
  const { title, sign, keys, className } = props
  if (keys.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 text-xs font-medium text-ink-soft">{title}</h3>
      <ul className="overflow-hidden rounded-md font-mono text-[0.8rem]">
        {keys.map((key) => (
          <li key={key} className={classNames('px-2 py-0.5 break-all', className)}>
            {`${sign} ${key}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
