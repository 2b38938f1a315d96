/** The compose file in the form of a new project. People can check it before anything is created. */
import type { ComposePlan } from '@longshore/sdk'
import { checkCompose } from '@longshore/sdk/operations'
import { useId, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { LineEditor, showLine } from '../../ui/compose/line-editor.tsx'
import { ProblemList } from '../../ui/compose/problem-list.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { ComposePlanView } from './compose-plan-view.tsx'
import { ComposeProfilesField } from './compose-profiles-field.tsx'

const words = text.composeFile

export function ComposeField({ help }: { help?: string }) {
  const { field, fieldState } = useController<{ compose: string }>({ name: 'compose' })
  const { watch } = useFormContext<{ composeProfiles: string[] }>()
  const composeProfiles = watch('composeProfiles')
  const [checked, setChecked] = useState<{ compose: string; composeProfiles: string[]; plan: ComposePlan } | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const check = useAction(checkCompose)
  const id = useId()
  // Once the text is edited, the result is about another file.
  const last = checked?.compose === field.value ? checked : null
  const plan = last?.composeProfiles.join() === composeProfiles.join() ? (last?.plan ?? null) : null
  const problems = plan?.problems ?? []
  const fault = fieldState.error?.message
  const described = [
    ...(help === undefined ? [] : [`${id}-help`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
    ...(problems.length === 0 ? [] : [`${id}-problems`]),
  ]
  const show = (line: number | null) => line !== null && area.current !== null && showLine(area.current, line)
  const runCheck = async () => {
    const compose = field.value
    const found = await check.run({ body: { compose, composeProfiles } })
    if (found === undefined) return
    setChecked({ compose, composeProfiles, plan: found })
    show(found.problems.find(({ severity }) => severity === 'error')?.line ?? null)
  }
  return (
    <div className="flex flex-col gap-4">
      <div>
        <LineEditor
          ref={(element) => {
            area.current = element
            field.ref(element)
          }}
          label={text.newProject.compose}
          value={field.value}
          problems={problems}
          isReadOnly={false}
          isInvalid={fault !== undefined}
          describedBy={described.join(' ') || undefined}
          onChange={(value) => {
            field.onChange(value)
            check.forget()
          }}
        />
        {help !== undefined && (
          <p id={`${id}-help`} className="mt-1 text-xs text-ink-soft">
            {help}
          </p>
        )}
        {fault !== undefined && (
          <p id={`${id}-fault`} className="mt-1 text-xs font-medium text-bad">
            {text.form.fault(text.newProject.compose, fault)}
          </p>
        )}
      </div>
      {last !== null && <ComposeProfilesField profiles={last.plan.composeProfiles} />}
      <div>
        <Button disabled={field.value.trim() === ''} isBusy={check.isBusy} onClick={() => void runCheck()}>
          {words.check}
        </Button>
      </div>
      <ProblemCard error={check.error} />
      <div role="status" className="flex flex-col gap-4">
        {problems.length > 0 && <ProblemList id={`${id}-problems`} problems={problems} onShow={show} />}
        {plan !== null && <ComposePlanView plan={plan} />}
      </div>
    </div>
  )
}
