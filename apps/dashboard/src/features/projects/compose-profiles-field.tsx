/** Profiles of a compose file: services that are deployed only if a person chooses them. */
import type { Analysis } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { ChoicesField } from '../../ui/form/choices-field.tsx'

const words = text.composeFile.profiles

export function ComposeProfilesField({ profiles }: { profiles: NonNullable<Analysis['composeProfiles']> }) {
  if (profiles.length === 0) return null
  return (
    <ChoicesField
      name="composeProfiles"
      label={words.label}
      help={words.help}
      choices={profiles.map(({ name, services }) => ({
        value: name,
        label: words.choice(name, services.join(', ')),
      }))}
    />
  )
}
