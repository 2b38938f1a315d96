/** Pages and actions that don't depend on resources. */
import type { Role } from '@longshore/sdk'
import {
  Bell, Boxes, Building2, Database, GitBranch, Globe, HardDrive, House, KeyRound, LogOut,
  type LucideIcon, Megaphone, Monitor, Moon, Plus, ScrollText, Server, Settings, Sun, UserPlus, UserRound, Users,
} from 'lucide-react' // biome-ignore format: a list
import { chooseOrganization } from '../../api/organization.ts'
import { signOut } from '../../api/session.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { chooseTheme } from '../../ui/theme.ts'
import type { PaletteEntry } from './palette-entry.ts'

const shell = text.shell
const words = text.palette

/** Label, icon, path, and the least role that can use it. */
type Fixed = readonly [label: string, icon: LucideIcon, to: string, role?: Role]

const pages: readonly Fixed[] = [
  [shell.home, House, paths.home()],
  [shell.servers, Server, paths.servers()],
  [shell.git, GitBranch, paths.git()],
  [shell.domains, Globe, paths.domains()],
  [shell.backups, Database, paths.backupStores()],
  [shell.registries, Boxes, paths.registries()],
  [shell.alerts, Bell, paths.alerts()],
  [shell.connectors, Megaphone, paths.connectors()],
  [shell.team, Users, paths.team()],
  [shell.tokens, KeyRound, paths.tokens()],
  [shell.audit, ScrollText, paths.audit(), 'admin'],
  [shell.settings, Settings, paths.settings()],
  [shell.instance, HardDrive, paths.instance()],
  [shell.account, UserRound, paths.account()],
]

const actions: readonly Fixed[] = [
  [words.newProject, Plus, paths.newProject(), 'developer'],
  [words.newServer, Plus, paths.newServer(), 'admin'],
  [words.connectGit, GitBranch, paths.git(), 'admin'],
  [words.invite, UserPlus, paths.team(), 'owner'],
  [words.newToken, KeyRound, paths.tokens()],
]

type HasRole = (needed: Role) => boolean

function allowed(entries: readonly Fixed[], hasRole: HasRole): Fixed[] {
  return entries.filter(([, , , role]) => role === undefined || hasRole(role))
}

export function pageEntries(hasRole: HasRole): PaletteEntry[] {
  return allowed(pages, hasRole).map(([label, icon, to]) => entry({ group: words.groups.pages, label, icon, to }))
}

export function actionEntries(
  organizations: readonly { id: string; name: string }[],
  currentId: string | undefined,
  hasRole: HasRole,
): PaletteEntry[] {
  const group = words.groups.actions
  const others = organizations.filter(({ id }) => id !== currentId)
  return [
    ...allowed(actions, hasRole).map(([label, icon, to]) => entry({ group, label, icon, to })),
    entry({ group, label: words.theme.light, icon: Sun, run: () => chooseTheme('light') }),
    entry({ group, label: words.theme.dark, icon: Moon, run: () => chooseTheme('dark') }),
    entry({ group, label: words.theme.system, icon: Monitor, run: () => chooseTheme('system') }),
    ...others.map(({ id, name }) => ({
      ...entry({ group, label: words.switchTo(name), icon: Building2, to: paths.home() }),
      id: `switch ${id}`,
      run: () => chooseOrganization(id),
    })),
    entry({ group, label: shell.signOut, icon: LogOut, run: () => void signOut() }),
  ]
}

function entry(given: Omit<PaletteEntry, 'id' | 'detail'>): PaletteEntry {
  return { ...given, id: `${given.group} ${given.label}`, detail: '' }
}
