/** Warns that email can't be sent, if this instance has no mail server. */
import { getSignUp } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Note } from '../../ui/note.tsx'

export function MailServerNote() {
  const signUp = useRead(getSignUp, {})
  if (signUp.data?.delivery !== 'operator') return null
  const { title, note } = text.connectors.noMailServer
  return (
    <Note tone="warn" title={title}>
      {note}
    </Note>
  )
}
