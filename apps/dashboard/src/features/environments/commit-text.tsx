import type { Deployment } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { shortCommit } from '../../ui/format.ts'

export function CommitText({ commit }: { commit: Deployment['commit'] }) {
  if (commit === null) return <span className="text-ink-soft">{text.deployments.noCommit}</span>
  return (
    <span title={`${commit.message}\n${commit.author}`}>
      <code>{shortCommit(commit.sha)}</code>
      <span className="ml-1.5 break-words">{commit.message.split('\n')[0]}</span>
    </span>
  )
}
