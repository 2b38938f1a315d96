/** The actions of a menu as commands for a terminal: curl, and the CLI where it has one. */
import type { Operation } from '@longshore/sdk'
import { Link } from '@tanstack/react-router'
import { paths } from '../navigation/paths.ts'
import { text } from '../text/text.ts'
import { CodeBlock } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { toCurl } from './to-curl.ts'

export interface ApiCall {
  label: string
  operation: Operation<unknown>
  parameters: object
  /** The command of the CLI that does the same. */
  cli?: string
}

export function ApiDialog({ calls, onClose }: { calls: readonly ApiCall[]; onClose(): void }) {
  const words = text.common.apiDialog
  const note = (
    <>
      {words.note}{' '}
      <Link to={paths.tokens()} className="underline" onClick={onClose}>
        {words.toTokens}
      </Link>
    </>
  )
  return (
    <Dialog title={text.common.api} note={note} isOpen isWide onClose={onClose}>
      <ul className="flex flex-col gap-5">
        {calls.map(({ label, operation, parameters, cli }) => (
          <li key={label} className="flex flex-col gap-2">
            <h3 className="text-sm font-semibold">{label}</h3>
            {cli !== undefined && <CodeBlock label={words.cli(label)}>{cli}</CodeBlock>}
            <CodeBlock label={words.curl(label)}>{toCurl(operation, parameters)}</CodeBlock>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
