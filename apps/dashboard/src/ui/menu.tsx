/** A menu behind a button. */
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  isDanger?: boolean
  isDisabled?: boolean
  onSelect(): void
}

export function Menu({ trigger, items }: { trigger: ReactNode; items: readonly (MenuItem | null)[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 max-h-[70dvh] min-w-44 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm shadow-xl"
        >
          {items.map((item, index) =>
            item === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines between groups
              <DropdownMenu.Separator key={index} className="my-1 h-px bg-line" />
            ) : (
              <DropdownMenu.Item
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
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
