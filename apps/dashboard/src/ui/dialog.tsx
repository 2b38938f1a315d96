/** A dialog. Most visits never open one, so its code is loaded with the first one, or some seconds after the page. */
import { lazy, Suspense } from 'react'
import { afterPage } from './after-page.ts'
import type { DialogProps } from './dialog-props.ts'

const load = () => import('./dialog-window.tsx')
const Window = lazy(async () => ({ default: (await load()).DialogWindow }))
afterPage(load)

export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <Window {...props} />
    </Suspense>
  )
}
