import { text } from '../../text/text.ts'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { RunCard } from '../services/run-card.tsx'
import { AutoDeployCard } from './auto-deploy-card.tsx'
import { BranchCard } from './branch-card.tsx'
import { DangerCard } from './danger-card.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { RehearsalCard } from './rehearsal-card.tsx'
import { ServerCard } from './server-card.tsx'

export function EnvironmentSettingsPage() {
  const environment = useEnvironment()
  useTabTitle(text.environmentSettings.title)
  return (
    <>
      <div className="grid min-w-0 items-start gap-5 lg:grid-cols-2">
        <GeneralCard environment={environment} />
        <div className="flex min-w-0 flex-col gap-5">
          {environment.branch !== null && <BranchCard environment={environment} />}
          <ServerCard environment={environment} />
          <RecoveryCard id={environment.id} />
        </div>
      </div>
      {environment.branch !== null && (
        <>
          <AutoDeployCard id={environment.id} />
          <DeliveriesCard id={environment.id} />
        </>
      )}
      <RehearsalCard environment={environment} />
      <RunCard environment={environment} />
      <DangerCard environment={environment} />
    </>
  )
}
