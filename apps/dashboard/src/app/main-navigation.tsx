import { Link } from '@tanstack/react-router'
import {
  Bell,
  Boxes,
  Database,
  GitBranch,
  Globe,
  HardDrive,
  House,
  KeyRound,
  type LucideIcon,
  Megaphone,
  ScrollText,
  Server,
  Settings,
  Ship,
  Users,
} from 'lucide-react'
import { text } from '../text/text.ts'

interface Place {
  to: string
  label: string
  icon: LucideIcon
}

const shell = text.shell
const groups: readonly { title: string; places: readonly Place[] }[] = [
  {
    title: shell.groups.build,
    places: [
      { to: '/', label: shell.home, icon: House },
      { to: '/servers', label: shell.servers, icon: Server },
      { to: '/git', label: shell.git, icon: GitBranch },
      { to: '/domains', label: shell.domains, icon: Globe },
      { to: '/backup-stores', label: shell.backups, icon: Database },
      { to: '/registries', label: shell.registries, icon: Boxes },
    ],
  },
  {
    title: shell.groups.tell,
    places: [
      { to: '/alerts', label: shell.alerts, icon: Bell },
      { to: '/connectors', label: shell.connectors, icon: Megaphone },
    ],
  },
  {
    title: shell.groups.people,
    places: [
      { to: '/team', label: shell.team, icon: Users },
      { to: '/tokens', label: shell.tokens, icon: KeyRound },
      { to: '/audit', label: shell.audit, icon: ScrollText },
      { to: '/settings', label: shell.settings, icon: Settings },
      { to: '/instance', label: shell.instance, icon: HardDrive },
    ],
  },
]

export function Navigation({ isInDialog = false }: { isInDialog?: boolean }) {
  return (
    <nav aria-label={text.shell.navigation} className={isInDialog ? '' : 'flex flex-1 flex-col px-3 py-3'}>
      {!isInDialog && (
        <Link to="/" className="mb-3 flex items-center gap-2 rounded-md px-2 py-1 text-lg font-semibold">
          <Ship aria-hidden size={20} className="text-accent" />
          {text.common.product}
        </Link>
      )}
      {groups.map(({ title, places }) => (
        <div key={title} className="mb-3">
          <p className="px-2 pb-1 text-xs font-medium text-ink-faint">{title}</p>
          <ul>
            {places.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: to === '/' }}
                  className="flex items-center gap-2.5 rounded-md px-2 py-1.5 text-sm text-ink-soft hover:bg-sunken hover:text-ink"
                  activeProps={{ className: 'bg-accent-soft text-ink! font-medium', 'aria-current': 'page' }}
                >
                  <Icon aria-hidden size={16} className="shrink-0" />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
