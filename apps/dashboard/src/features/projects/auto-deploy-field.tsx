import type { Project } from '@longshore/sdk'
import { getGitProvider } from '@longshore/sdk/operations'
import { useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { CheckboxField } from '../../ui/form/fields.tsx'
import { canAutoDeploy, isAutoDeployUsual } from './auto-deploy-choice.ts'
import type { FinalizeValues } from './finalize-values.ts'

export function AutoDeployField({ project }: { project: Project }) {
  const { setValue, getValues } = useFormContext<FinalizeValues>()
  const isOffered = canAutoDeploy(project)
  const provider = useRead(getGitProvider, { id: project.repository?.providerId ?? '' }, { enabled: isOffered })
  const isUsual = isOffered && isAutoDeployUsual(provider.data)
  // The connection loads after the form opens, so its result must not undo a choice.
  const choose = useEffectEvent((isOn: boolean) => {
    if (isOn && getValues('autoDeploy') === null) setValue('autoDeploy', true)
  })
  useEffect(() => choose(isUsual), [isUsual])
  if (!isOffered) return null
  return <CheckboxField name="autoDeploy" label={text.finalize.autoDeploy} help={text.finalize.autoDeployHelp} />
}
