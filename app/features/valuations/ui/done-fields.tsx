import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { Field } from '#app/ui/forms/field.tsx'
import { Money } from '#app/ui/money.tsx'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { ProgressBasis } from '#db/vocabulary/valuations.ts'
import { useDone } from './done.ts'

export type DoneValues = { lineId: string; done: string; reason: string }
export type ShownLine = {
  lineId: string
  position: number
  description: string
  netCents: number
  basis: ProgressBasis
  whole: number
  unit: string
  /** As certified before. */
  doneBefore: number
  /** For the client. */
  claimedDone?: number
}

/** What is done of one line to date: the provider says it, and the client accepts as much (`claimedDone`) or less with a reason. */
export function DoneFields({
  field,
  line,
  currency,
}: {
  field: FieldMetadata<DoneValues>
  line: ShownLine
  currency: Currency
}) {
  const { t } = useTranslation('valuations')
  const done = useDone()
  const fields = field.getFieldset()
  const isPercent = line.basis === 'percent'
  const before = t('done.before', { done: done(line, line.doneBefore) })
  const claimed = line.claimedDone === undefined ? '' : t('done.claimed', { done: done(line, line.claimedDone) })
  const whole = isPercent ? '' : t('done.whole', { whole: done(line, line.whole) })
  const label = isPercent ? t('done.percent') : t('done.quantity', { unit: line.unit })
  return (
    <fieldset className="flex flex-col gap-3 border-b border-border pb-5 last:border-0 last:pb-0">
      <legend className="text-sm font-medium wrap-anywhere">{`${line.position}. ${line.description}`}</legend>
      <p className="text-sm text-muted-foreground">
        <Money cents={line.netCents} currency={currency} />
        {[whole, before, claimed].filter(Boolean).map((text) => (
          <span key={text}> · {text}</span>
        ))}
      </p>
      <input type="hidden" name={fields.lineId.name} value={line.lineId} />
      <div className="grid items-start gap-3 @xl:grid-cols-[12rem_minmax(0,1fr)]">
        <Field field={fields.done} label={label} inputMode="decimal" autoComplete="off" required />
        {line.claimedDone !== undefined && (
          <Field field={fields.reason} label={t('done.reason')} hint={t('done.reasonHint')} maxLength={1000} />
        )}
      </div>
    </fieldset>
  )
}
