/** Filters lines by level and field value. Pure. */
import { contentOf, type LineField, type LogLevel } from './line-content.ts'
import type { LogLine } from './log-store.ts'

export type LevelChoice = LogLevel | 'none'

export interface LineFilter {
  /** Empty: all levels. `none` stands for lines without a level. */
  levels: ReadonlySet<LevelChoice>
  /** Only JSON lines with these values. */
  fields: readonly LineField[]
}

export const noFilter: LineFilter = { levels: new Set(), fields: [] }

export function isFiltering({ levels, fields }: LineFilter): boolean {
  return levels.size > 0 || fields.length > 0
}

export function passes(line: LogLine, { levels, fields }: LineFilter): boolean {
  const content = contentOf(line)
  const hasValue = (wanted: LineField) =>
    content.fields.some(({ name, value }) => name === wanted.name && value === wanted.value)
  if (!fields.every(hasValue)) return false
  // Deployments and restarts explain the lines around them, so they stay in sight.
  if (line.kind === 'mark' || line.kind === 'note') return fields.length === 0
  return levels.size === 0 || levels.has(content.level ?? 'none')
}

export function toggleLevel(filter: LineFilter, level: LevelChoice): LineFilter {
  const levels = new Set(filter.levels)
  if (!levels.delete(level)) levels.add(level)
  return { ...filter, levels }
}

export function addField(filter: LineFilter, field: LineField): LineFilter {
  return { ...filter, fields: [...filter.fields.filter(({ name }) => name !== field.name), field] }
}

export function removeField(filter: LineFilter, field: LineField): LineFilter {
  return { ...filter, fields: filter.fields.filter((each) => each !== field) }
}
