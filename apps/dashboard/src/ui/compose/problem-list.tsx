/** Problems of a compose file. A problem with a line is a button that selects the line. */
import type { ComposeProblem } from '@longshore/sdk'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { text } from '../../text/text.ts'
import { classNames } from '../class-names.ts'
import { sortProblems } from './line-marks.ts'

export interface ProblemListProps {
  id: string
  problems: readonly ComposeProblem[]
  onShow(line: number): void
}

export function ProblemList({ id, problems, onShow }: ProblemListProps) {
  const words = text.composeFile
  return (
    <ul id={id} aria-label={words.problems} className="flex flex-col gap-1.5 text-sm">
      {sortProblems(problems).map((problem) => {
        const { severity, line, message, hint } = problem
        const Icon = severity === 'error' ? CircleAlert : TriangleAlert
        return (
          <li key={[problem.code, line, message].join('/')} className="flex gap-2">
            <Icon
              aria-hidden
              size={16}
              className={classNames('mt-0.5 shrink-0', severity === 'error' ? 'text-bad' : 'text-warn')}
            />
            <div className="min-w-0">
              <p className="break-words">
                <span className="font-medium">{words.severities[severity]}</span>
                {line !== null && (
                  <>
                    {' · '}
                    <button type="button" className="text-accent hover:underline" onClick={() => onShow(line)}>
                      {words.line(line)}
                    </button>
                  </>
                )}
                {' · '}
                {message}
              </p>
              {hint !== null && <p className="break-words text-ink-soft">{hint}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
