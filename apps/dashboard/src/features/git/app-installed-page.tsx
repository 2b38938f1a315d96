/** GitHub redirects here after repositories were granted to the app. Checks each app again. */
import { checkGitProvider, listGitProviders } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'

const words = text.git.app

export function AppInstalledPage() {
  const providers = useList(listGitProviders, {})
  const check = useAction(checkGitProvider, { refreshes: [listGitProviders] })
  const [isDone, setDone] = useState(false)
  const wasSent = useRef(false)
  const checkInstallation = useEffectEvent(async () => {
    if (wasSent.current) return
    wasSent.current = true
    const apps = providers.items.filter(({ auth }) => auth === 'app')
    const answers = await Promise.all(apps.map(({ id }) => check.run({ id })))
    setDone(answers.every((answer) => answer?.status === 'connected'))
  })
  useEffect(() => {
    if (providers.isSuccess) void checkInstallation()
  }, [providers.isSuccess])
  return (
    <Page title={words.installedTitle} crumbs={[{ label: text.git.title, to: paths.git() }]} isNarrow>
      <Card>
        <div className="flex flex-col items-start gap-4" role="status" aria-live="polite">
          {isDone ? (
            <Notice tone="good" title={words.ready} />
          ) : (
            check.error === null && <Notice tone="busy">{words.installedNote}</Notice>
          )}
          <ProblemCard error={check.error ?? providers.error} />
          <div className="flex flex-wrap gap-2">
            <Link to={paths.newProject()} className={buttonClass('primary')}>
              {words.deploy}
            </Link>
            <Link to={paths.git()} className={buttonClass()}>
              {words.toGit}
            </Link>
          </div>
        </div>
      </Card>
    </Page>
  )
}
