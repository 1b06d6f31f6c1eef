import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { projectCategories } from '#db/vocabulary/projects.ts'

type Field<T> = { name: string; label: string; value: T | null }

/**
 * Filters a public list by trade and place; a GET form to `action`, so that the address can be shared. A place that is not among `places`
 * any more stays chosen. `reset` is the address without a filter, and `children` stand after the buttons.
 */
export function TradePlaceFilter({
  action,
  label,
  trade,
  place,
  places,
  reset,
  children,
}: {
  action: string
  label: string
  trade: Field<(typeof projectCategories)[number]>
  place: Field<string>
  places: string[]
  reset: string
  children?: ReactNode
}) {
  const { t } = useTranslation('projects')
  const known = place.value && !places.includes(place.value) ? [place.value, ...places] : places
  return (
    <form
      method="get"
      action={action}
      role="search"
      aria-label={label}
      className="flex flex-wrap items-end gap-3 print:hidden"
    >
      <Select
        name={trade.name}
        label={trade.label}
        placeholder={t('filter.any')}
        defaultValue={trade.value ?? ''}
        options={projectCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
        className="min-w-0 flex-1 basis-40"
      />
      <Select
        name={place.name}
        label={place.label}
        placeholder={t('filter.any')}
        defaultValue={place.value ?? ''}
        options={known.map((value) => ({ value, label: value }))}
        className="min-w-0 flex-1 basis-40"
      />
      <div className="flex flex-wrap items-end gap-2">
        <SubmitButton variant="secondary">{t('filter.apply')}</SubmitButton>
        {(trade.value || place.value) && (
          <ButtonLink to={reset} variant="ghost">
            {t('filter.reset')}
          </ButtonLink>
        )}
        {children}
      </div>
    </form>
  )
}
