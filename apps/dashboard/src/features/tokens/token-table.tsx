import type { ApiToken } from '@longshore/sdk'
import { revokeApiToken } from '@longshore/sdk/operations'
import { Trash2 } from 'lucide-react'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const words = text.tokens

export function TokenTable({ tokens, onRevoke }: { tokens: readonly ApiToken[]; onRevoke(token: ApiToken): void }) {
  const columns: Column<ApiToken>[] = [
    {
      title: words.name,
      cell: ({ name, hint, ipRanges, projectIds }) => (
        <div className="min-w-0">
          <p className="font-medium break-words">{name}</p>
          <p className="text-xs text-ink-soft">
            <code>{words.endsWith(hint)}</code> {words.limits(ipRanges.length, projectIds.length)}
          </p>
        </div>
      ),
    },
    {
      title: words.scopes,
      cell: ({ scopes }) => <span title={scopes.join('\n')}>{words.scopeCount(scopes.length)}</span>,
      isMinor: true,
    },
    { title: words.lastUsed, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    { title: words.expires, cell: Expiry },
    { title: words.created, cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
    {
      title: text.common.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: (token) => (
        <ActionMenu
          actions={[
            {
              label: words.revoke,
              icon: <Trash2 aria-hidden size={15} />,
              isDanger: true,
              onSelect: () => onRevoke(token),
              call: { operation: revokeApiToken, parameters: { id: token.id } },
            },
          ]}
        />
      ),
    },
  ]
  return <Table label={words.title} rows={tokens} columns={columns} keyOf={({ id }) => id} />
}

function Expiry({ expiresAt }: ApiToken) {
  const isOver = expiresAt !== null && new Date(expiresAt).getTime() < Date.now()
  return isOver ? <Status tone="warn">{words.expired}</Status> : <Time at={expiresAt} />
}

function Time({ at }: { at: string | null }) {
  return at === null ? text.common.never : <RelativeTime at={at} />
}
