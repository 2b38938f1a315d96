/** Explains a failure code: causes and remedies, for each part of the system that uses it. */
import type { Failure } from '@longshore/sdk'
import { getFailures } from '@longshore/sdk/operations'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { detailFor, hintFor } from '../../ui/problem-texts.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RemedyLink } from '../../ui/remedy-link.tsx'

const route = getRouteApi('/problems/$code')
const helpRoute = getRouteApi('/app/help/$code')
const words = text.failures

/** For people without a session, who open links of API errors. */
export function FailurePage() {
  const { code } = route.useParams()
  useEffect(() => {
    document.title = `${code} – ${text.common.product}`
  }, [code])
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col gap-5 px-4 py-10">
      <p className="flex items-center gap-2.5 text-lg font-semibold">
        <img src="/icon.svg" alt="" width={28} height={28} />
        {text.common.product}
      </p>
      <h1 className="font-mono text-sm break-all text-ink-soft">{code}</h1>
      <FailureExplanations code={code} />
      <p>
        <Link to="/" className={buttonClass('secondary')}>
          {text.common.notFound.home}
        </Link>
      </p>
    </main>
  )
}

/** The same, with the navigation around it. */
export function HelpPage() {
  const { code } = helpRoute.useParams()
  return (
    <Page title={words.title} note={<code className="break-all">{code}</code>} isNarrow>
      <FailureExplanations code={code} />
    </Page>
  )
}

function FailureExplanations({ code }: { code: string }) {
  const query = useRead(getFailures, { code })
  return (
    <QueryView query={query}>
      {({ failures }) =>
        failures.length === 0 ? (
          <p>{words.unknown}</p>
        ) : (
          <div className="flex flex-col gap-4">
            {failures.map((failure) => (
              <FailureExplanation key={failure.family} failure={failure} />
            ))}
          </div>
        )
      }
    </QueryView>
  )
}

function FailureExplanation({ failure: { family, code, title, status, cause, remedy, action } }: { failure: Failure }) {
  return (
    <section className="rounded-lg border border-line bg-surface p-5 text-sm">
      <p className="text-xs text-ink-soft">
        {status === null ? words.families[family] : words.withStatus(words.families[family], status)}
      </p>
      <h2 className="mt-1 text-base font-semibold break-words">{title}</h2>
      <h3 className="mt-3 font-medium">{words.cause}</h3>
      <p className="break-words text-ink-soft">
        {cause === '' ? words.causeInError : detailFor({ code, detail: cause })}
      </p>
      <h3 className="mt-3 font-medium">{words.remedy}</h3>
      <p className="break-words text-ink-soft">{hintFor({ code, hint: remedy }) ?? remedy}</p>
      {action !== null && (
        <p className="mt-3 empty:hidden">
          <RemedyLink remedy={{ action }} />
        </p>
      )}
    </section>
  )
}
