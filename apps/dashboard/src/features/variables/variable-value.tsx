/** The value of a variable that someone set here. */
import type { Variable } from '@longshore/sdk'
import { Lock } from 'lucide-react'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { useRevealed } from '../auth/use-revealed.ts'
import { useEnvironment } from '../environments/environment-context.ts'
import { SecretText, ValueText } from './value-text.tsx'

export function VariableValue({ variable }: { variable: Variable }) {
  const { key, secret, sealed, value } = variable
  const words = text.variables
  if (sealed)
    return (
      <span title={words.sealedNote} className="inline-flex items-center gap-1.5 text-ink-soft">
        <Lock aria-hidden size={14} />
        {words.sealed}
      </span>
    )
  return secret ? <SecretValue variable={variable} /> : <ValueText name={key} value={value} />
}

function SecretValue({ variable: { key, service } }: { variable: Variable }) {
  const { id } = useEnvironment()
  const state = useRevealed(async () => {
    const { readVariable } = await import('@longshore/sdk/reveal')
    const which = { id, key, ...(service === null ? {} : { service }) }
    return await readVariable(client, which, { organization: currentOrganization() })
  })
  return <SecretText name={key} state={state} />
}
