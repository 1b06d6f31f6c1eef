import { useNavigation } from '@remix-run/react'
import { LoaderCircle } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonContent, type ButtonProps, buttonClass } from '#app/ui/button.tsx'
import { useScripts } from '#app/ui/page-title.ts'

export interface SubmitButtonProps extends Omit<ButtonProps, 'type'> {
  /** Shown while the form is submitting; "Working…" by default. */
  pendingText?: string
  /** Set by the parent for fetcher forms. */
  pending?: boolean
}

/** Submits its form. With JavaScript it shows progress and ignores a second click; it is never disabled. */
export function SubmitButton({
  variant,
  size,
  icon,
  iconEnd,
  wide,
  className,
  children,
  pendingText,
  pending: pendingOutside,
  onClick,
  ...rest
}: SubmitButtonProps) {
  const { t } = useTranslation('ui')
  const scripts = useScripts()
  const navigation = useNavigation()
  const [clicked, setClicked] = useState(false)
  const idle = navigation.state === 'idle'
  useEffect(() => {
    if (idle) setClicked(false)
  }, [idle])
  const pending = pendingOutside ?? (clicked && navigation.formMethod !== undefined)

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (pending) {
      event.preventDefault()
      return
    }
    setClicked(true)
    onClick?.(event)
  }

  return (
    <button
      type="submit"
      className={buttonClass({ variant, size, wide }, className)}
      onClick={click}
      aria-disabled={pending || undefined}
      // On pages without our scripts, public/public.js shows it while the form is being sent.
      data-pending={scripts ? undefined : (pendingText ?? t('working'))}
      {...rest}
    >
      {pending ? (
        <>
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
          <span className={size === 'icon' ? 'sr-only' : undefined}>{pendingText ?? t('working')}</span>
        </>
      ) : (
        <ButtonContent size={size} icon={icon} iconEnd={iconEnd}>
          {children}
        </ButtonContent>
      )}
    </button>
  )
}
