import { getInstance, listAuditLog } from '@longshore/sdk/operations'
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
  LayoutGrid,
  type LucideIcon,
  Megaphone,
  ScrollText,
  Server,
  Settings,
  Trash2,
  Users,
} from 'lucide-react'
import { useRead } from '../api/queries.ts'
import type { Needed } from '../api/role-permissions.ts'
import { useCan } from '../api/use-can.ts'
import { useOpenAlerts } from '../features/alerts/use-open-alerts-state.ts'
import { paths } from '../navigation/paths.ts'
import { text } from '../text/text.ts'
import { classNames } from '../ui/class-names.ts'
import { Logo } from '../ui/logo.tsx'

interface Item {
  to: string
  label: string
  icon: LucideIcon
  /** The permission that the page needs. Default: none. */
  needs?: Needed
  /** Only for operators of the instance. */
  isForOperators?: true
}

const shell = text.shell
const groups: readonly { title: string; items: readonly Item[] }[] = [
  {
    title: shell.groups.build,
    items: [
      { to: paths.home(), label: shell.home, icon: House },
      { to: paths.catalog(), label: shell.catalog, icon: LayoutGrid },
      { to: paths.servers(), label: shell.servers, icon: Server },
      { to: paths.git(), label: shell.git, icon: GitBranch },
      { to: paths.domains(), label: shell.domains, icon: Globe },
      { to: paths.backupStores(), label: shell.backups, icon: Database },
      { to: paths.registries(), label: shell.registries, icon: Boxes },
    ],
  },
  {
    title: shell.groups.monitoring,
    items: [
      { to: paths.alerts(), label: shell.alerts, icon: Bell },
      { to: paths.connectors(), label: shell.connectors, icon: Megaphone },
    ],
  },
  {
    title: shell.groups.people,
    items: [
      { to: paths.team(), label: shell.team, icon: Users },
      { to: paths.tokens(), label: shell.tokens, icon: KeyRound },
      { to: paths.audit(), label: shell.audit, icon: ScrollText, needs: listAuditLog },
      { to: paths.trash(), label: shell.trash, icon: Trash2 },
      { to: paths.settings(), label: shell.settings, icon: Settings },
      { to: paths.instance(), label: shell.instance, icon: HardDrive, isForOperators: true },
    ],
  },
]

export function MainNavigation({ isInDialog = false }: { isInDialog?: boolean }) {
  const can = useCan()
  const { data: instance } = useRead(getInstance, {})
  return (
    <nav aria-label={text.shell.navigation} className={isInDialog ? '' : 'flex flex-1 flex-col px-3 py-3'}>
      {!isInDialog && (
        <Link to={paths.home()} className="mb-4 flex rounded-md px-2 py-1 text-[1.05rem]">
          <Logo />
        </Link>
      )}
      {groups.map(({ title, items }) => (
        <div key={title} className="mb-4">
          <p className="px-2 pb-1 text-xs font-medium text-ink-faint">{title}</p>
          <ul>
            {items
              .filter(({ needs }) => needs === undefined || can(needs))
              .filter(({ isForOperators }) => isForOperators === undefined || instance?.isOperator === true)
              .map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === paths.home() }}
                    className="group flex items-center gap-2.5 rounded-md px-2 py-1.25 text-sm text-ink-soft transition-colors hover:bg-ink/5 hover:text-ink"
                    activeProps={{ className: 'bg-ink/7! text-ink! font-medium', 'aria-current': 'page' }}
                  >
                    <Icon aria-hidden size={16} className="shrink-0 group-aria-[current=page]:text-accent" />
                    {label}
                    {to === paths.alerts() && <OpenAlertCount />}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function OpenAlertCount() {
  const { count, tone } = useOpenAlerts()
  if (count === undefined) return null
  return (
    <span
      className={classNames(
        'ml-auto rounded-full px-1.5 text-xs font-semibold',
        tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
      )}
    >
      {count} <span className="sr-only">{shell.openAlerts}</span>
    </span>
  )
}
