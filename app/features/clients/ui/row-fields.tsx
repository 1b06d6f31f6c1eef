import type { FieldMetadata } from '@conform-to/react'
import { Trash2 } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactValues, LimitValues } from '#app/features/clients/form-values.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { currencies } from '#db/vocabulary/currencies.ts'

type Row<Values> = {
  field: FieldMetadata<Values>
  number: number
  /** Whether it has just been added. */
  isNew: boolean
  remove: ButtonHTMLAttributes<HTMLButtonElement>
}

/** One person at the client. */
export function ContactFields({ field, number, isNew, remove }: Row<ContactValues>) {
  const { t } = useTranslation('clientform')
  const person = field.getFieldset()
  return (
    <fieldset className="grid grid-cols-1 items-start gap-3 border-b border-border pb-5 last:border-0 last:pb-0 @lg:grid-cols-2">
      <legend className="mb-2 text-sm font-semibold">{t('contactNumber', { number })}</legend>
      <Field field={person.name} label={t('contact.name')} autoFocus={isNew} maxLength={120} autoComplete="off" />
      <Field field={person.role} label={t('contact.role')} optional maxLength={80} />
      <Field field={person.email} label={t('contact.email')} type="email" optional maxLength={254} autoComplete="off" />
      <Field field={person.phone} label={t('contact.phone')} type="tel" optional maxLength={40} autoComplete="off" />
      <button {...remove} className={buttonClass({ variant: 'ghost', size: 'sm' }, 'justify-self-start')}>
        <Trash2 aria-hidden className="size-4" />
        {t('removeContact', { number })}
      </button>
    </fieldset>
  )
}

/** A credit limit in one currency. */
export function LimitFields({ field, number, isNew, remove }: Row<LimitValues>) {
  const { t } = useTranslation('clientform')
  const limit = field.getFieldset()
  return (
    <fieldset className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]">
      <legend className="mb-2 text-sm font-semibold">{t('limitNumber', { number })}</legend>
      <Field
        field={limit.amount}
        label={t('field.amount')}
        autoFocus={isNew}
        inputMode="decimal"
        optional
        autoComplete="off"
      />
      <Select
        field={limit.currency}
        label={t('field.currency')}
        options={currencies.map((value) => ({ value, label: value }))}
      />
      <button
        {...remove}
        className={buttonClass({ variant: 'ghost', size: 'sm' }, 'justify-self-start sm:mt-6.5 sm:min-h-9')}
      >
        <Trash2 aria-hidden className="size-4" />
        <span className="sm:sr-only">{t('removeLimit', { number })}</span>
      </button>
    </fieldset>
  )
}
