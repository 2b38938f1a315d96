import { useNavigate } from '@tanstack/react-router'
import { Building2, Check, ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { chooseOrganization, useOrganization } from '../api/organization.ts'
import { sessionStore, signOut } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { text } from '../text/text.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { chooseTheme, themeStore } from '../ui/theme.ts'

const size = 15

export function UserMenu({ onShortcuts }: { onShortcuts(): void }) {
  const { user } = useStore(sessionStore)
  const theme = useStore(themeStore)
  const organization = useOrganization()
  const navigate = useNavigate()
  const shell = text.shell
  const go = (to: string) => () => void navigate({ to })
  const mark = (isChosen: boolean, icon: React.ReactNode) => (isChosen ? <Check aria-hidden size={size} /> : icon)
  return (
    <>
      {organization !== undefined && (
        <Menu
          trigger={
            <button
              type="button"
              className="flex h-9 max-w-44 items-center gap-1.5 rounded-md px-2 text-sm text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <Avatar name={organization.name} size={20} isSquare />
              <span className="sr-only">{shell.organization}</span>
              <span className="truncate">{organization.name}</span>
              <ChevronsUpDown aria-hidden size={14} className="shrink-0" />
            </button>
          }
          items={(user?.organizations ?? []).map(({ id, name }) => ({
            label: name,
            icon: mark(id === organization.id, <Building2 aria-hidden size={size} />),
            onSelect() {
              chooseOrganization(id)
              void navigate({ to: '/' })
            },
          }))}
        />
      )}
      <Menu
        trigger={
          <IconButton label={shell.account} icon={<Avatar name={user?.name || user?.email || '?'} size={28} />} />
        }
        items={[
          {
            label: shell.accountSettings,
            icon: <UserRound aria-hidden size={size} />,
            onSelect: go('/account'),
          },
          { label: text.shortcuts.title, icon: <Keyboard aria-hidden size={size} />, onSelect: onShortcuts },
          null,
          {
            label: shell.theme.light,
            icon: mark(theme === 'light', <Sun aria-hidden size={size} />),
            onSelect: () => chooseTheme('light'),
          },
          {
            label: shell.theme.dark,
            icon: mark(theme === 'dark', <Moon aria-hidden size={size} />),
            onSelect: () => chooseTheme('dark'),
          },
          {
            label: shell.theme.system,
            icon: mark(theme === 'system', <Monitor aria-hidden size={size} />),
            onSelect: () => chooseTheme('system'),
          },
          null,
          { label: shell.signOut, icon: <LogOut aria-hidden size={size} />, onSelect: () => void signOut() },
        ]}
      />
    </>
  )
}
