import type { Analysis } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextField } from '../../ui/form/fields.tsx'

const words = text.finalize

type FoundVariable = Analysis['variables'][number]

/** A variable with its index in the analysis, which is also its index in the form. */
interface Placed {
  variable: FoundVariable
  index: number
}

export function VariableFields({ analysis }: { analysis: Analysis }) {
  const all = analysis.variables.map((variable, index) => ({ variable, index }))
  if (all.length === 0) return null
  const needed = all.filter(({ variable }) => isNeeded(variable))
  const others = all.filter(({ variable }) => !isNeeded(variable))
  return (
    <Card title={words.variables} note={needed.length > 0 ? words.needed : words.noneNeeded}>
      <div className="flex flex-col gap-4">
        {needed.length > 0 && <FieldGrid placed={needed} />}
        {others.length > 0 && (
          <Disclosure title={words.others(others.length)}>
            <FieldGrid placed={others} />
          </Disclosure>
        )}
      </div>
    </Card>
  )
}

function isNeeded({ required, default: value, providedBy }: FoundVariable): boolean {
  return required && value === null && providedBy === null
}

function FieldGrid({ placed }: { placed: readonly Placed[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {placed.map(({ variable, index }) => (
        <TextField
          key={variable.key}
          name={`variables.${index}.value`}
          label={variable.key}
          type={variable.secret ? 'password' : 'text'}
          autoComplete="off"
          help={helpOf(variable)}
          isCode
        />
      ))}
    </div>
  )
}

function helpOf({ description, secret, default: value, providedBy, evidence }: FoundVariable): string {
  const place = evidence[0]
  const parts = [
    description,
    providedBy === null ? null : words.providedBy(providedBy),
    value === null || value === '' ? null : words.defaultIs(value),
    secret ? words.secretValue : null,
    place === undefined ? null : words.seenIn(text.analysis.at(place.file, place.line)),
  ]
  return parts.filter((part) => part !== null && part !== '').join(' ')
}
