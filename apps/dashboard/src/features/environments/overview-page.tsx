import { text } from '../../text/text.ts'
import { useTabTitle } from './environment-context.ts'

export function OverviewPage() {
  useTabTitle(text.environments.tabs.overview)
  return null
}
