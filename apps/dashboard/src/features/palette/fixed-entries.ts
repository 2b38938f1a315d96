/** Pages and actions that don't depend on resources. */
import {
  createApiToken, createInvitation, createProject, createServer, listAuditLog, saveGitToken,
} from '@longshore/sdk/operations' // biome-ignore format: a list
import {
  Bell, Boxes, Building2, Database, GitBranch, Globe, HardDrive, House, KeyRound, LayoutGrid, LogOut,
  type LucideIcon, Megaphone, Monitor, Moon, Plus, ScrollText, Server, Settings, Sun, Trash2, UserPlus, UserRound, Users,
} from 'lucide-react' // biome-ignore format: a list
import { chooseOrganization } from '../../api/organization.ts'
import type { Needed } from '../../api/role-permissions.ts'
import { signOut } from '../../api/session.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { chooseTheme } from '../../ui/theme.ts'
import type { PaletteEntry } from './palette-entry.ts'

const shell = text.shell
const words = text.palette

/** Label, icon, path, and what it needs. */
type Fixed = readonly [label: string, icon: LucideIcon, to: string, needs?: Needed]

const pages: readonly Fixed[] = [
  [shell.home, House, paths.home()],
  [shell.catalog, LayoutGrid, paths.catalog()],
  [shell.servers, Server, paths.servers()],
  [shell.git, GitBranch, paths.git()],
  [shell.domains, Globe, paths.domains()],
  [shell.backups, Database, paths.backupStores()],
  [shell.registries, Boxes, paths.registries()],
  [shell.alerts, Bell, paths.alerts()],
  [shell.connectors, Megaphone, paths.connectors()],
  [shell.team, Users, paths.team()],
  [shell.tokens, KeyRound, paths.tokens()],
  [shell.audit, ScrollText, paths.audit(), listAuditLog],
  [shell.trash, Trash2, paths.trash()],
  [shell.settings, Settings, paths.settings()],
  [shell.instance, HardDrive, paths.instance()],
  [shell.account, UserRound, paths.account()],
]

const actions: readonly Fixed[] = [
  [words.newProject, Plus, paths.newProject(), createProject],
  [words.newServer, Plus, paths.newServer(), createServer],
  [words.connectGit, GitBranch, paths.git(), saveGitToken],
  [words.invite, UserPlus, paths.team(), createInvitation],
  [words.newToken, KeyRound, paths.tokens(), createApiToken],
]

type Can = (needed: Needed) => boolean

function allowed(entries: readonly Fixed[], can: Can): Fixed[] {
  return entries.filter(([, , , needs]) => needs === undefined || can(needs))
}

export function pageEntries(can: Can): PaletteEntry[] {
  return allowed(pages, can).map(([label, icon, to]) => entry({ group: words.groups.pages, label, icon, to }))
}

export function actionEntries(
  organizations: readonly { id: string; name: string }[],
  currentId: string | undefined,
  can: Can,
): PaletteEntry[] {
  const group = words.groups.actions
  const others = organizations.filter(({ id }) => id !== currentId)
  return [
    ...allowed(actions, can).map(([label, icon, to]) => entry({ group, label, icon, to })),
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
