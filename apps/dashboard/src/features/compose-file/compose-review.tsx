/** Lists the changes that saving an edited compose file makes, and asks before data is deleted. */
import type { ComposeCheck } from '@longshore/sdk'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { PendingChanges } from '../environments/pending-changes.tsx'
import type { useComposeFile } from './use-compose-file.ts'

const words = text.composeFile

export function ComposeReview({ file, check }: { file: ReturnType<typeof useComposeFile>; check: ComposeCheck }) {
  const { changes, removesData, missingVariables } = check
  const [isAgreed, setAgreed] = useState(false)
  const [isForced, setForced] = useState(false)
  const { saving } = file
  const needsAgreement = removesData.length > 0
  return (
    <section aria-label={words.changesTitle} className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{words.changesTitle}</h3>
      {changes.length === 0 ? (
        <p className="text-sm text-ink-soft">{words.noChanges}</p>
      ) : (
        <div className="rounded-md border border-line">
          <PendingChanges changes={changes} />
        </div>
      )}
      {missingVariables.length > 0 && (
        <Notice tone="warn" title={words.missingTitle}>
          {words.missing(missingVariables.map(({ key }) => key).join(', '))}
        </Notice>
      )}
      {needsAgreement && (
        <Notice tone="bad" title={words.removesData(removesData.join(', '))}>
          <div className="mt-1 flex flex-col gap-1.5">
            <Checkbox label={words.agree} value={isAgreed} onChange={setAgreed} />
            <Checkbox label={text.services.withoutBackup} value={isForced} onChange={setForced} />
          </div>
        </Notice>
      )}
      <ProblemCard error={saving.error} />
      <div>
        <Button
          kind="primary"
          isBusy={saving.isBusy}
          disabled={needsAgreement && !isAgreed}
          onClick={() => void file.save({ removeData: isAgreed ? removesData : [], skipFinalBackup: isForced })}
        >
          {words.save}
        </Button>
      </div>
    </section>
  )
}
