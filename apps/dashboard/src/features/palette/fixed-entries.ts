/** Pages and actions that don't depend on resources. */
import {
  Bell, Boxes, Building2, Database, GitBranch, Globe, HardDrive, House, KeyRound, LogOut, Megaphone, Monitor, Moon, Plus,
  ScrollText, Server, Settings, Sun, UserPlus, UserRound, Users,
} from 'lucide-react' // biome-ignore format: a list
import { chooseOrganization } from '../../api/organization.ts'
import { signOut } from '../../api/session.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { chooseTheme } from '../../ui/theme.ts'
import type { PaletteEntry } from './palette-entry.ts'

const shell = text.shell
const words = text.palette

const pages = [
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
  [shell.audit, ScrollText, paths.audit()],
  [shell.settings, Settings, paths.settings()],
  [shell.instance, HardDrive, paths.instance()],
  [shell.account, UserRound, paths.account()],
] as const

const actions = [
  [words.newProject, Plus, paths.newProject()],
  [words.newServer, Plus, paths.newServer()],
  [words.connectGit, GitBranch, paths.git()],
  [words.invite, UserPlus, paths.team()],
  [words.newToken, KeyRound, paths.tokens()],
] as const

export function pageEntries(): PaletteEntry[] {
  return pages.map(([label, icon, to]) => entry({ group: words.groups.pages, label, icon, to }))
}

export function actionEntries(
  organizations: readonly { id: string; name: string }[],
  currentId: string | undefined,
): PaletteEntry[] {
  const group = words.groups.actions
  const others = organizations.filter(({ id }) => id !== currentId)
  return [
    ...actions.map(([label, icon, to]) => entry({ group, label, icon, to })),
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
