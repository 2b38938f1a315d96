/** Containers as the Engine describes them. All of it is untrusted text. */

import { instanceLabel } from '../../docker/label-names.ts'
import { isProxyName } from '../../proxy/proxy-name.ts'
import { sanitizeText } from '../../ssh/sanitize-text.ts'
import type { Evidence } from '../evidence.ts'
import { Unreadable } from '../evidence.ts'
import { field, textField } from '../firewall/json-value.ts'

export function containersOf(evidence: Evidence): readonly unknown[] {
  const { engine } = evidence
  if (engine.state === 'unread') throw new Unreadable(engine.reason)
  for (const container of engine.containers) {
    const isWhole = typeof field(container, 'HostConfig') === 'object' && textField(container, 'Name') !== ''
    if (!isWhole) throw new Unreadable('Docker described a container in a form that is not known')
  }
  return engine.containers
}

/** There are too many containers to check each: an unchecked one can't pass. */
export function requireAllSeen(evidence: Evidence): void {
  const { engine } = evidence
  if (engine.state === 'read' && engine.leftOut > 0)
    throw new Unreadable(`${engine.leftOut} containers weren't checked`)
}

export function nameOf(container: unknown): string {
  const name = textField(container, 'Name')
  return sanitizeText(name.startsWith('/') ? name.slice(1) : name, 60)
}

export function labelOf(container: unknown, label: string): string {
  return textField(field(field(container, 'Config'), 'Labels'), label)
}

export function isLongshoreProxy(container: unknown): boolean {
  return isProxyName(nameOf(container)) && labelOf(container, instanceLabel) !== ''
}
