/** Reads `ulimits`: a number, or a soft and a hard limit. */
import { type ContainerOptions, containerSchema, ulimitNames } from '../container.schemas.ts'
import { at, entriesOf, type Located } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { type Notes, note } from './compose-warning.ts'
import { leaveOut, resolveScalar, scalarAt } from './read-scalar.ts'

type Ulimit = ContainerOptions['ulimits'][number]

const { element } = containerSchema.shape.ulimits.unwrap()

export function readUlimits(node: Located, notes: Notes): Ulimit[] {
  return entriesOf(at(node, 'ulimits')).flatMap(([key, value, line]): Ulimit[] => {
    const name = ulimitNames.find((each) => each === key.trim().toLowerCase())
    if (name === undefined) {
      const what = onOneLine(key).slice(0, 60)
      note(notes, 'compose_key_refused', {
        message: `the limit "${what}" in "ulimits" isn't supported.`,
        line,
        instead: `Use one of ${ulimitNames.join(', ')}.`,
      })
      return []
    }
    const limit = element.safeParse({ name, ...readLimits(value, notes) })
    if (limit.success) return [limit.data]
    leaveOut(notes, { key: 'ulimits', line, why: `has a value for ${name} that ${faultOf(limit.error.issues)}` })
    return []
  })
}

function readLimits(value: Located, notes: Notes): { soft?: number; hard?: number } {
  if (value.kind === 'scalar') {
    const both = toNumber(resolveScalar(value, 'ulimits', notes)?.text)
    return { soft: both, hard: both }
  }
  return { soft: toNumber(scalarAt(value, 'soft', notes)?.text), hard: toNumber(scalarAt(value, 'hard', notes)?.text) }
}

function toNumber(text: string | undefined): number {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** Messages of rules across fields complete the sentence; the others only say that it's out of range. */
function faultOf(issues: readonly { code: string; message: string }[]): string {
  const [first] = issues
  return first?.code === 'custom' ? first.message : 'isn’t a number from -1 to 1,073,741,824'
}
