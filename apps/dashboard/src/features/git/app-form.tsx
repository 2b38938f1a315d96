/** Creates a GitHub App: posts a manifest to GitHub, which redirects back with a code. */
import type { StartGithubAppRequest } from '@longshore/sdk'
import { startGithubApp } from '@longshore/sdk/operations'
import { StartGithubAppRequest as StartSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm, withoutEmpty } from '../../ui/form/form.tsx'

const words = text.git.app

export function AppForm() {
  const start = useAction(startGithubApp)
  const bodyOf = (values: StartGithubAppRequest): StartGithubAppRequest => Object(withoutEmpty(values))
  const form = useApiForm<StartGithubAppRequest>({
    schema: StartSchema,
    defaults: { organization: '', baseUrl: '' },
    toBody: bodyOf,
    async submit(values) {
      const { url, manifest } = await start.must({ body: bodyOf(values) })
      postForm(url, { manifest })
    },
  })
  return (
    <Form form={form} action={words.start}>
      <p className="text-sm text-ink-soft">{words.note}</p>
      <TextField name="organization" label={words.organization} help={words.organizationHelp} isOptional isCode />
      <TextField name="baseUrl" label={words.baseUrl} help={words.baseUrlHelp} type="url" isOptional isCode />
    </Form>
  )
}

/** Submits a real form, because only that makes the browser post to another host and go there. */
function postForm(url: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
