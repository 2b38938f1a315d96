/** The open part of a menu. */
import { Menu as Radix } from 'radix-ui/internal'
import { type RefObject, useRef } from 'react'
import { classNames } from './class-names.ts'
import type { MenuItem } from './menu-item.ts'

export interface MenuItemsProps {
  button: RefObject<HTMLButtonElement | null>
  labelledBy: string
  items: readonly (MenuItem | null)[]
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
}

export function MenuItems({ button, labelledBy, items, isOpen, onOpenChange }: MenuItemsProps) {
  // A click elsewhere moves the focus there; it must not return to the button.
  const wasLeft = useRef(false)
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal>
        <Radix.Content
          aria-labelledby={labelledBy}
          align="end"
          sideOffset={4}
          onInteractOutside={(event) => {
            // The button itself closes the menu.
            if (event.target instanceof Node && button.current?.contains(event.target) === true) event.preventDefault()
            else wasLeft.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!wasLeft.current) button.current?.focus()
            wasLeft.current = false
          }}
          className="z-50 max-h-[70dvh] min-w-44 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm shadow-xl"
        >
          {items.map((item, index) =>
            item === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines between groups
              <Radix.Separator key={index} className="my-1 h-px bg-line" />
            ) : (
              <Radix.Item
                key={item.label}
                disabled={item.isDisabled === true}
                onSelect={item.onSelect}
                className={classNames(
                  'flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 outline-none data-disabled:opacity-50 data-highlighted:bg-sunken',
                  item.isDanger && 'text-bad',
                )}
              >
                {item.icon}
                {item.label}
              </Radix.Item>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
