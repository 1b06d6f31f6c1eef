import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Asks for confirmation before something irreversible. Put it inside the `<Form method="post">` of its own page. */
export function ConfirmPanel({
  title,
  children,
  confirmLabel,
  cancelTo,
  cancelLabel,
  destructive = true,
}: {
  title: ReactNode
  /** The consequences, in full sentences; more fields may follow. */
  children: ReactNode
  /** The verb itself: "Delete project", never "OK". */
  confirmLabel: string
  cancelTo: string
  cancelLabel?: string
  destructive?: boolean
}) {
  const { t } = useTranslation('ui')
  return (
    <section className="w-full max-w-form rounded-lg border border-border bg-card p-5 text-card-foreground sm:p-6">
      <div className="flex flex-col gap-4 sm:flex-row">
        {destructive && (
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-destructive/12 text-destructive">
            <TriangleAlert aria-hidden className="size-5" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">{title}</h2>
          <div className="mt-2 flex flex-col gap-4 text-base text-muted-foreground sm:text-sm">{children}</div>
          <div className="mt-6 flex flex-col gap-3 sm:flex-row">
            <SubmitButton variant={destructive ? 'destructive' : 'primary'}>{confirmLabel}</SubmitButton>
            <ButtonLink to={cancelTo} variant="outline">
              {cancelLabel ?? t('cancel')}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}
