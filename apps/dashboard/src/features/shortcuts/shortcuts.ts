/** Keyboard shortcuts: `g` and then a letter opens a page. */
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'

export interface Shortcut {
  key: string
  label: string
  to: string
}

const shell = text.shell

export const pageShortcuts: readonly Shortcut[] = [
  { key: 'h', label: shell.home, to: paths.home() },
  { key: 'p', label: text.palette.newProject, to: paths.newProject() },
  { key: 'c', label: shell.catalog, to: paths.catalog() },
  { key: 's', label: shell.servers, to: paths.servers() },
  { key: 'g', label: shell.git, to: paths.git() },
  { key: 'n', label: shell.domains, to: paths.domains() },
  { key: 'a', label: shell.alerts, to: paths.alerts() },
  { key: 't', label: shell.team, to: paths.team() },
  { key: 'k', label: shell.tokens, to: paths.tokens() },
  { key: 'i', label: shell.instance, to: paths.instance() },
]

/** On the pages of an environment. The keys differ from those above, so that each always means the same. */
export function environmentShortcuts(path: string): Shortcut[] {
  const id = /^\/environments\/([^/]+)/.exec(path)?.[1]
  if (id === undefined) return []
  const { tabs } = text.environments
  return [
    { key: 'o', label: tabs.overview, to: paths.environment(id) },
    { key: 'd', label: tabs.deployments, to: paths.deployments(id) },
    { key: 'l', label: tabs.logs, to: paths.logs(id) },
    { key: 'e', label: tabs.services, to: paths.services(id) },
    { key: 'v', label: tabs.variables, to: paths.variables(id) },
    { key: 'b', label: tabs.backups, to: paths.backups(id) },
  ]
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'timeStamp'>

type KeyResult = { kind: 'help' } | { kind: 'open'; to: string } | undefined

/** The second key must follow within this time. */
const sequenceMs = 1_500

/** Reads one key press after another. Undefined: the key means nothing here. */
export function createKeyReader(): (press: KeyPress, path: string) => KeyResult {
  let startedAt: number | undefined
  return ({ key, ctrlKey, metaKey, altKey, isComposing, timeStamp }, path) => {
    const isSecond = startedAt !== undefined && timeStamp - startedAt <= sequenceMs
    startedAt = undefined
    if (ctrlKey || metaKey || altKey || isComposing) return undefined
    if (isSecond) {
      const found = [...pageShortcuts, ...environmentShortcuts(path)].find((each) => each.key === key)
      return found === undefined ? undefined : { kind: 'open', to: found.to }
    }
    if (key === 'g') startedAt = timeStamp
    return key === '?' ? { kind: 'help' } : undefined
  }
}
