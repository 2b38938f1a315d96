import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Field } from '../../ui/form/field.tsx'
import { inputClass } from '../../ui/input-class.ts'

/** A new password. It can be shown instead of being typed twice. */
export function NewPasswordField({ name = 'password', label }: { name?: string; label: string }) {
  const { register } = useFormContext()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field name={name} label={label} help={text.auth.passwordHelp}>
      {(parts) => (
        <div className="relative">
          <input
            {...parts}
            {...register(name)}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            spellCheck={false}
            autoCapitalize="off"
            className={classNames(inputClass, 'pr-10', isShown && 'font-mono')}
          />
          <IconButton
            label={isShown ? text.auth.hidePassword : text.auth.showPassword}
            icon={<Icon aria-hidden size={16} />}
            onClick={() => setShown(!isShown)}
            className="absolute top-0.5 right-0.5 size-8"
          />
        </div>
      )}
    </Field>
  )
}
