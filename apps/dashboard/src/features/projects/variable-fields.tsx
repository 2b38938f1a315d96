import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { isNeeded, type VariableRow } from './variable-rows.ts'

const words = text.finalize
const maxShownLength = 80

/** A row with its index, which is also its index in the form. */
interface Placed {
  row: VariableRow
  index: number
}

export interface VariableFieldsProps {
  rows: readonly VariableRow[]
  /** Empty fields get the values of a compose file. */
  isCompose: boolean
}

export function VariableFields({ rows, isCompose }: VariableFieldsProps) {
  const all = rows.map((row, index) => ({ row, index }))
  if (all.length === 0) return null
  const needed = all.filter(({ row }) => isNeeded(row))
  const others = all.filter(({ row }) => !isNeeded(row))
  return (
    <Card title={words.variables} note={needed.length > 0 ? words.needed : words.noneNeeded}>
      <div className="flex flex-col gap-4">
        {needed.length > 0 && <FieldGrid placed={needed} isCompose={isCompose} />}
        {others.length > 0 && (
          <Disclosure title={words.others(others.length)}>
            <FieldGrid placed={others} isCompose={isCompose} />
          </Disclosure>
        )}
      </div>
    </Card>
  )
}

function FieldGrid({ placed, isCompose }: { placed: readonly Placed[]; isCompose: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {placed.map(({ row, index }) => (
        <ValueField key={labelOf(row)} name={`variables.${index}.value`} row={row} isCompose={isCompose} />
      ))}
    </div>
  )
}

function ValueField({ name, row, isCompose }: { name: string; row: VariableRow; isCompose: boolean }) {
  const { variable, isText } = row
  const field = { name, label: labelOf(row), help: helpOf(row, isCompose), isCode: true }
  // A field with one line would join the lines of a file.
  if (isText) return <TextAreaField {...field} rows={4} />
  return <TextField {...field} type={variable.secret ? 'password' : 'text'} autoComplete="off" />
}

function labelOf({ variable: { key }, service }: VariableRow): string {
  return service === null ? key : words.ofService(key, service)
}

function helpOf({ variable, stated }: VariableRow, isCompose: boolean): string {
  const { description, secret, providedBy, evidence } = variable
  const place = evidence[0]
  const shown = stated === null ? '' : shorten(stated)
  const parts = [
    description,
    providedBy === null ? null : words.providedBy(providedBy),
    shown === '' ? null : isCompose ? words.fromFile(shown) : words.defaultIs(shown),
    secret ? words.secretValue : null,
    place === undefined ? null : words.seenIn(text.analysis.at(place.file, place.line)),
  ]
  return parts.filter((part) => part !== null && part !== '').join(' ')
}

function shorten(value: string): string {
  const [first = '', ...more] = value.trim().split('\n')
  return more.length === 0 && first.length <= maxShownLength ? first : `${first.slice(0, maxShownLength)}…`
}
