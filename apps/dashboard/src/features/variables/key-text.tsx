import { Fragment } from 'react'

/** The key of a variable. On narrow screens it breaks after underscores. */
export function KeyText({ name }: { name: string }) {
  const parts = name.split('_').map((part, index, all) => (index < all.length - 1 ? `${part}_` : part))
  return (
    <code className="font-medium break-words">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a key never change their order
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  )
}
