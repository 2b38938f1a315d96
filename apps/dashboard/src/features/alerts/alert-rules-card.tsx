import type { AlertRules } from '@longshore/sdk'
import { getAlertSettings, listAlerts, updateAlertSettings } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Status } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { type RuleName, ruleNames, ruleText } from './alert-rules.ts'
import { EditRule } from './edit-rule.tsx'

const { rules: words } = text.alerts

export function AlertRulesCard() {
  const settings = useRead(getAlertSettings, {})
  const [edited, setEdited] = useState<RuleName | null>(null)
  const update = useAction(updateAlertSettings, { refreshes: [getAlertSettings, listAlerts] })
  /** No confirmation, because it is easy to undo. */
  const setEnabled = async (name: RuleName, enabled: boolean) => {
    if ((await update.run({ body: { rules: { [name]: { enabled } } } })) === undefined) return
    const say = enabled ? words.switchedOn : words.switchedOff
    toast(say(words.names[name]), {
      action: { label: words.undo, onClick: () => void setEnabled(name, !enabled) },
    })
  }
  return (
    <Card isFlush title={words.title} note={words.note}>
      <QueryView query={settings}>
        {({ rules, version }) => (
          <>
            <ul className="divide-y divide-line">
              {ruleNames.map((name) => (
                <RuleItem
                  key={name}
                  name={name}
                  rule={rules[name]}
                  onEdit={() => setEdited(name)}
                  onSwitch={() => void setEnabled(name, !rules[name].enabled)}
                />
              ))}
            </ul>
            {edited !== null && (
              <EditRule name={edited} rule={rules[edited]} version={version} onClose={() => setEdited(null)} />
            )}
          </>
        )}
      </QueryView>
      {update.error !== null && (
        <div className="p-4">
          <ProblemCard error={update.error} />
        </div>
      )}
    </Card>
  )
}

interface RuleItemProps {
  name: RuleName
  rule: AlertRules[RuleName]
  onEdit(): void
  onSwitch(): void
}

function RuleItem({ name, rule, onEdit, onSwitch }: RuleItemProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{words.names[name]}</p>
        <p className="text-xs text-ink-soft">{ruleText({ ...rule })}</p>
      </div>
      <Status tone={rule.enabled ? 'good' : 'paused'}>{rule.enabled ? words.on : words.off}</Status>
      <Allowed to={updateAlertSettings}>
        <span className="hidden sm:block">
          <Button kind="quiet" onClick={onEdit} aria-label={`${words.edit}: ${words.names[name]}`}>
            {words.edit}
          </Button>
        </span>
      </Allowed>
      <ActionMenu
        label={words.names[name]}
        actions={[
          {
            label: words.edit,
            onSelect: onEdit,
            call: { operation: updateAlertSettings, parameters: { body: { rules: { [name]: rule } } } },
          },
          {
            label: rule.enabled ? words.switchOff : words.switchOn,
            onSelect: onSwitch,
            call: {
              operation: updateAlertSettings,
              parameters: { body: { rules: { [name]: { enabled: !rule.enabled } } } },
            },
          },
        ]}
      />
    </li>
  )
}
