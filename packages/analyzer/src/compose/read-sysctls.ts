/** Reads `sysctls`, as a map or as a list. Only parameters that the kernel keeps for each container pass. */
import { type ContainerOptions, containerSchema, sysctlNames } from '../container.schemas.ts'
import { at, entriesOf, itemsOf, type Located } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { type Notes, note } from './compose-warning.ts'
import { leaveOut, resolveScalar } from './read-scalar.ts'

type Sysctls = ContainerOptions['sysctls']

const { sysctls: schema } = containerSchema.shape

export function readSysctls(node: Located, notes: Notes): Sysctls {
  const found: Sysctls = {}
  for (const { key, text, line } of pairsOf(at(node, 'sysctls'), notes)) {
    const name = sysctlNames.find((each) => each === key)
    if (name === undefined) {
      note(notes, 'compose_key_refused', {
        message: `"${onOneLine(key).slice(0, 80)}" in "sysctls" isn't supported.`,
        line,
        instead: 'It would change the server for all containers. Set it on the server itself.',
      })
    } else if (schema.safeParse({ [name]: text }).success) found[name] = text
    else leaveOut(notes, { key: 'sysctls', line, why: `has a value for ${name} that isn’t a number` })
  }
  return found
}

function pairsOf(node: Located | undefined, notes: Notes): { key: string; text: string; line: number }[] {
  const mapped = entriesOf(node).map(([key, value, line]) => ({
    key,
    text: resolveScalar(value, 'sysctls', notes)?.text ?? '',
    line,
  }))
  const listed = itemsOf(node).flatMap((item) => {
    const found = resolveScalar(item, 'sysctls', notes)
    if (found === null) return []
    const sign = found.text.indexOf('=')
    const [key, text] = sign === -1 ? [found.text, ''] : [found.text.slice(0, sign), found.text.slice(sign + 1)]
    return [{ key: key.trim(), text: text.trim(), line: item.line }]
  })
  return [...mapped, ...listed]
}
