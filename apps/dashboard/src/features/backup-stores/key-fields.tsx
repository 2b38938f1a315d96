import { text } from '../../text/text.ts'
import { TextField } from '../../ui/form/fields.tsx'

const words = text.backupStores

/** Credentials for S3. `isKept`: a secret is already stored, and stays if the field is empty. */
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
