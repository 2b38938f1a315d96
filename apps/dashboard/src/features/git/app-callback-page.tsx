/** GitHub redirects here after it created the app. The code works once. */
import type { GitProvider } from '@longshore/sdk'
import { completeGithubApp, listGitProviders } from '@longshore/sdk/operations'
import { Link, useSearch } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'

const words = text.git.app

export function AppCallbackPage() {
  const { code, state } = useSearch({ from: '/app/git-providers/github-app/callback' })
  const complete = useAction(completeGithubApp, { refreshes: [listGitProviders] })
  const [provider, setProvider] = useState<GitProvider | undefined>()
  const wasSent = useRef(false)
  const send = useEffectEvent(async () => {
    if (code === undefined || state === undefined || wasSent.current) return
    wasSent.current = true
    setProvider(await complete.run({ body: { code, state } }))
  })
  useEffect(() => {
    void send()
  }, [])
  const isBroken = code === undefined || state === undefined
  return (
    <Page title={words.title} crumbs={[{ label: text.git.title, to: paths.git() }]} isNarrow>
      <Card>
        <div className="flex flex-col items-start gap-4" role="status" aria-live="polite">
          {isBroken && (
            <Notice tone="warn" title={words.broken}>
              {words.brokenNote}
            </Notice>
          )}
          {!isBroken && provider === undefined && complete.error === null && (
            <Notice tone="busy">{words.completing}</Notice>
          )}
          <ProblemCard error={complete.error} />
          {provider !== undefined && (
            <Notice tone="good" title={words.done}>
              {words.doneNote}
            </Notice>
          )}
          <div className="flex flex-wrap gap-2">
            {typeof provider?.installUrl === 'string' && (
              <a href={provider.installUrl} className={buttonClass('primary')}>
                {text.git.install}
                <ExternalLink aria-hidden size={15} />
              </a>
            )}
            <Link to={paths.git()} className={buttonClass()}>
              {words.toGit}
            </Link>
          </div>
        </div>
      </Card>
    </Page>
  )
}
