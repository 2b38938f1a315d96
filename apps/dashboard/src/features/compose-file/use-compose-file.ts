/** The compose file in the editor: loaded on request, checked, and saved. */
import type { ComposeCheck } from '@longshore/sdk'
import {
  getEnvironment,
  listContainerVariables,
  listVariables,
  saveComposeFile,
  validateComposeFile,
} from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { useServicesNotice } from '../services/use-services-notice.ts'

export function useComposeFile() {
  const { id, version } = useEnvironment()
  const notify = useServicesNotice()
  const [saved, setSaved] = useState<string | null>(null)
  const [compose, setCompose] = useState<string | null>(null)
  const [check, setCheck] = useState<ComposeCheck | null>(null)
  const [loading, setLoading] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null })
  const validation = useAction(validateComposeFile)
  const saving = useAction(saveComposeFile, { refreshes: [getEnvironment, listVariables, listContainerVariables] })
  const open = (content: string) => {
    setSaved(content)
    setCompose(content)
    setCheck(null)
  }
  const load = async () => {
    setLoading({ isBusy: true, error: null })
    try {
      const { readComposeFile } = await import('@longshore/sdk/reveal')
      open(await withRecentSignIn(() => readComposeFile(client, { id }, { organization: currentOrganization() })))
      setLoading({ isBusy: false, error: null })
    } catch (error) {
      setLoading({ isBusy: false, error })
    }
  }
  return {
    saved,
    compose,
    check,
    validation,
    saving,
    loading,
    load,
    open,
    edit(content: string) {
      setCompose(content)
      setCheck(null)
      saving.forget()
    },
    async validate() {
      const found = compose === null ? undefined : await validation.run({ id, body: { compose } })
      if (found !== undefined) setCheck(found)
      return found
    },
    async save(more: { removeData: string[]; skipFinalBackup: boolean }) {
      if (compose === null) return
      const done = await saving.run({ id, body: { compose, ...more } }, { ifMatch: version })
      if (done === undefined) return
      open(compose)
      notify({ services: done.services, message: text.composeFile.saved })
    },
  }
}
