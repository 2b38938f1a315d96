/** The stages of an adoption: prepare, switch, and remove what was there before. Pure. */
import type { Adoption } from '@longshore/sdk'
import { text } from '../../../text/text.ts'
import { formatBytes, formatDuration } from '../../../ui/format.ts'
import type { Stage, StageState } from '../../../ui/stage-list.tsx'

const words = text.adoptions.stages
type States = readonly [prepare: StageState, change: StageState, remove: StageState]

const states: Readonly<Record<Adoption['status'], States>> = {
  preparing: ['running', 'waiting', 'waiting'],
  ready: ['ok', 'waiting', 'waiting'],
  switching: ['ok', 'running', 'waiting'],
  adopted: ['ok', 'ok', 'waiting'],
  returned: ['ok', 'failed', 'waiting'],
  stopped: ['ok', 'failed', 'waiting'],
  undoing: ['ok', 'ok', 'skipped'],
  undone: ['ok', 'skipped', 'skipped'],
  confirmed: ['ok', 'ok', 'ok'],
  failed: ['failed', 'waiting', 'waiting'],
}

export function stagesOf(adoption: Adoption): readonly Stage[] {
  const [prepare, change, remove] = states[adoption.status]
  return [
    stage('prepare', prepare, prepareDetail(adoption)),
    stage('switch', change, switchDetail(adoption)),
    stage('remove', remove, adoption.status === 'adopted' ? words.details.remove : null),
  ]
}

function stage(key: keyof typeof words.names, state: StageState, detail: string | null): Stage {
  return { key, name: words.names[key], state, word: words.words[state], detail }
}

function prepareDetail({ bytes, status }: Adoption): string | null {
  if (status === 'preparing') return words.details.prepare
  return bytes === null ? null : words.read(formatBytes(bytes))
}

function switchDetail({ status, downtimeMs, expectedDowntimeSeconds }: Adoption): string | null {
  if (downtimeMs !== null) return words.downtime(formatDuration(downtimeMs))
  if (expectedDowntimeSeconds === null || (status !== 'ready' && status !== 'switching')) return null
  return words.expected(formatDuration(expectedDowntimeSeconds * 1_000))
}
