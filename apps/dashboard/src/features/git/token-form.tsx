import type { GitProvider, SaveGitTokenRequest } from '@longshore/sdk'
import { listGitProviders, saveGitToken } from '@longshore/sdk/operations'
import { SaveGitTokenRequest as SaveTokenSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm, withoutEmpty } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.git
const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))
/** Providers with a well-known URL. */
const publicUrls = new Set(['https://github.com', 'https://gitlab.com', 'https://bitbucket.org'])

export function TokenForm({ renewed, onDone }: { renewed: GitProvider | undefined; onDone(): void }) {
  const save = useAction(saveGitToken, { refreshes: [listGitProviders] })
  const bodyOf = (values: SaveGitTokenRequest): SaveGitTokenRequest => Object(withoutEmpty(values))
  const form = useApiForm<SaveGitTokenRequest>({
    schema: SaveTokenSchema,
    defaults: {
      kind: renewed?.kind ?? 'github',
      token: '',
      baseUrl: renewed === undefined || publicUrls.has(renewed.baseUrl) ? '' : renewed.baseUrl,
      username: '',
    },
    toBody: bodyOf,
    async submit(values) {
      const provider = await save.must({ body: bodyOf(values) })
      toast(words.saved(provider.accountLogin))
      onDone()
    },
  })
  const kind = form.form.watch('kind')
  return (
    <Form form={form} action={words.saveToken} onCancel={onDone}>
      <SelectField name="kind" label={words.kind} choices={kinds} />
      {kind !== 'bitbucket' && (
        <TextField
          name="baseUrl"
          label={words.baseUrl}
          help={words.baseUrlHelp[kind]}
          type="url"
          isOptional={kind !== 'gitea'}
          isCode
        />
      )}
      <TextField name="token" label={words.token} help={words.tokenHelp[kind]} type="password" />
      {kind === 'bitbucket' && (
        <TextField name="username" label={words.username} help={words.usernameHelp} type="email" isOptional />
      )}
    </Form>
  )
}
