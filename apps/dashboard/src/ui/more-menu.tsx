/** The menu of less common actions of a row or page. */
import { Ellipsis } from 'lucide-react'
import { text } from '../text/text.ts'
import { IconButton } from './button.tsx'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu-item.ts'

export function MoreMenu({ items, label }: { items: readonly (MenuItem | null)[]; label?: string }) {
  const words = label === undefined ? text.common.moreActions : `${text.common.moreActions}: ${label}`
  return <Menu trigger={<IconButton label={words} icon={<Ellipsis aria-hidden size={17} />} />} items={items} />
}
