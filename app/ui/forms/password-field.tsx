import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from 'remix-utils/use-hydrated'
import { classes } from '#app/ui/classes.ts'
import { type ControlProps, FieldFrame, framed } from './field-frame.tsx'
import { inputClass } from './input-class.ts'

export interface PasswordFieldProps
  extends ControlProps,
    Omit<
      InputHTMLAttributes<HTMLInputElement>,
      keyof ControlProps | 'type' | 'defaultValue' | 'value' | 'autoComplete'
    > {
  /** `current-password` to sign in, `new-password` to choose one; password managers depend on it. */
  autoComplete?: 'current-password' | 'new-password'
  labelEnd?: ReactNode
}

/** A password field that the server never fills in. JavaScript adds a show button. */
export function PasswordField(props: PasswordFieldProps) {
  const { control, frame, own } = framed(props)
  const { labelEnd, autoComplete = 'current-password', ...native } = own
  const { field } = props
  const { t } = useTranslation('ui')
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...frame} labelEnd={labelEnd}>
      <div className="relative flex items-center">
        <input
          key={control.key}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          minLength={field?.minLength}
          maxLength={field?.maxLength}
          {...native}
          {...control.attributes}
          className={classes(inputClass, 'pe-12')}
        />
        <button
          type="button"
          // On pages without our scripts, public/public.js finds the button by these attributes.
          data-password-toggle=""
          data-show={t('showPassword')}
          data-hide={t('hidePassword')}
          hidden={!hydrated}
          aria-pressed={shown}
          aria-controls={control.id}
          aria-label={t('showPassword')}
          title={t(shown ? 'hidePassword' : 'showPassword')}
          onClick={() => setShown(!shown)}
          className="group absolute end-1 grid size-9 cursor-pointer place-items-center rounded-md text-muted-foreground hover:text-foreground sm:size-7"
        >
          <Eye aria-hidden className="size-4 group-aria-pressed:hidden" />
          <EyeOff aria-hidden className="hidden size-4 group-aria-pressed:block" />
        </button>
      </div>
    </FieldFrame>
  )
}
