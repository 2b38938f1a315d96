/** Settings of a hostname. */
import type { AttachedDomain, Service } from '@longshore/sdk'
import { useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { CheckboxField, NumberField, SelectField, TextAreaField } from '../../ui/form/fields.tsx'
import type { AttachValues } from './attach-values.ts'
import { ProtectionFields } from './protection-fields.tsx'

const { environment: words } = text.domains
const toChoices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Services that receive requests. */
export function answering(services: readonly Service[]): readonly Service[] {
  return services.filter(({ kind }) => kind === 'web' || kind === 'static')
}

export function ServiceField({ services }: { services: readonly Service[] }) {
  const choices = answering(services).map(({ name }) => ({ value: name, label: name }))
  if (choices.length < 2) return null
  return <SelectField name="service" label={words.service} help={words.serviceHelp} choices={choices} />
}

export function MoreSettings({ settings }: { settings: AttachedDomain | null }) {
  return (
    <>
      <CertificateFields settings={settings} />
      <CheckboxField name="redirects.www" label={words.www} help={words.wwwHelp} />
      <TextAreaField name="paths" label={words.paths} help={words.pathsHelp} rows={3} isCode isOptional />
      <TextAreaField name="redirects.rules" label={words.rules} help={words.rulesHelp} rows={3} isCode isOptional />
      <ProtectionFields count={settings?.basicAuth.length ?? 0} />
      <NumberField name="maxBodyMegabytes" label={words.maxBody} help={words.maxBodyHelp} isOptional />
      <TextAreaField
        name="maintenance"
        label={words.maintenance}
        help={words.maintenanceHelp}
        rows={4}
        isCode
        isOptional
      />
    </>
  )
}

function CertificateFields({ settings }: { settings: AttachedDomain | null }) {
  const { watch } = useFormContext<AttachValues>()
  const mode = watch('ssl.mode')
  const isForced = watch('forceHttps')
  const hsts = watch('hsts.choice')
  return (
    <>
      <SelectField name="ssl.mode" label={words.ssl} choices={toChoices(words.sslModes)} />
      {mode === 'custom' && (
        <>
          {settings?.ssl.mode === 'custom' && <p className="text-xs text-ink-soft">{words.keepCertificate}</p>}
          <TextAreaField name="ssl.certificate" label={words.certificate} help={words.certificateHelp} isCode />
          <TextAreaField name="ssl.privateKey" label={words.privateKey} help={words.privateKeyHelp} isCode />
        </>
      )}
      {mode !== 'off' && (
        <>
          <CheckboxField name="forceHttps" label={words.forceHttps} help={words.forceHttpsHelp} />
          {isForced && (
            <SelectField
              name="hsts.choice"
              label={words.hsts}
              help={words.hstsHelp}
              choices={toChoices(words.hstsChoices)}
            />
          )}
          {isForced && hsts !== 'off' && (
            <CheckboxField name="hsts.includeSubdomains" label={words.includeSubdomains} />
          )}
        </>
      )}
    </>
  )
}
