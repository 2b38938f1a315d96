import { text } from '../../text/text.ts'
import { TextField } from '../../ui/form/fields.tsx'

const words = text.backupStores

/** The account at an S3 store. `isKept`: a secret is stored already, and stays when none is given. */
export function KeyFields({ isKept = false }: { isKept?: boolean }) {
  return (
    <>
      <TextField name="accessKeyId" label={words.accessKeyId} isCode />
      <TextField
        name="secretAccessKey"
        label={words.secretAccessKey}
        help={isKept ? words.secretKept : words.secretHelp}
        type="password"
        autoComplete="new-password"
        isCode
        isOptional={isKept}
      />
    </>
  )
}
