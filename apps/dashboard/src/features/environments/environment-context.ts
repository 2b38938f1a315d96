/** The environment that the layout loaded. Its pages render only after that. */
import type { Environment } from '@longshore/sdk'
import { getProject } from '@longshore/sdk/operations'
import { createContext, useContext, useEffect } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'

export const EnvironmentContext = createContext<Environment | null>(null)

export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext)
  if (environment === null) throw new Error('this page must be inside the environment layout')
  return environment
}

/** Sets the browser tab's title, after the layout has set its own. The project comes first, so that tabs differ. */
export function useTabTitle(title: string): void {
  const environment = useContext(EnvironmentContext)
  const projectId = environment?.projectId
  const project = useRead(getProject, { id: projectId ?? '' }, { enabled: projectId !== undefined })
  const whole = [project.data?.name ?? '', environment?.name ?? '', title].filter((part) => part !== '').join(' · ')
  useEffect(() => {
    queueMicrotask(() => {
      document.title = `${whole} – ${text.common.product}`
    })
  }, [whole])
}
