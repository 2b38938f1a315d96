/**
 * A menu behind a button. Most visits never open one, so its code is loaded when the pointer or the focus reaches the button.
 */
import {
  type ButtonHTMLAttributes,
  cloneElement,
  lazy,
  type ReactElement,
  type Ref,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import type { MenuItem } from './menu-item.ts'

export type MenuTrigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>

const Items = lazy(async () => ({ default: (await import('./menu-items.tsx')).MenuItems }))

export function Menu({ trigger, items }: { trigger: MenuTrigger; items: readonly (MenuItem | null)[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [isNear, setNear] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const approach = () => setNear(true)
  return (
    <>
      {cloneElement(trigger, {
        id,
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onPointerEnter: approach,
        onFocus: approach,
        onClick: () => setOpen(!isOpen),
        onKeyDown(event) {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        },
      })}
      {(isNear || isOpen) && (
        <Suspense>
          <Items button={button} labelledBy={id} items={items} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
