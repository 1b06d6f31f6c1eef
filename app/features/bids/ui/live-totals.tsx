import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReckonedForm } from '#app/features/bids/reckon-form.ts'
import { useFormat } from '#app/i18n/format.ts'

const Reckoned = createContext<ReckonedForm | null>(null)

/** How long typing rests before the totals follow (ms), so that they are not announced at every key. */
const pause = 300

/**
 * Reckons a bid's form while it is filled in. Without scripts nothing is shown: the review does it. Only what shows an amount is rendered
 * again, not the form.
 */
export function LiveTotals({
  formId,
  rows,
  decimalMark,
  vatRates,
  children,
}: {
  formId: string
  /** How many lines the form has. */
  rows: number
  decimalMark: ',' | '.'
  vatRates: readonly number[]
  children: ReactNode
}) {
  const [reckoned, setReckoned] = useState<ReckonedForm | null>(null)
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    let isGone = false
    const reckon = async () => {
      const { reckonForm } = await import('#app/features/bids/reckon-form.ts')
      if (isGone) return
      const typed = new FormData(form)
      const value = (name: string) => {
        const text = typed.get(name)
        return typeof text === 'string' ? text : null
      }
      setReckoned(reckonForm(value, rows, { decimalMark, vatRates }))
    }
    let timer: ReturnType<typeof setTimeout>
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void reckon(), pause)
    }
    void reckon()
    form.addEventListener('input', later)
    return () => {
      isGone = true
      clearTimeout(timer)
      form.removeEventListener('input', later)
    }
  }, [formId, rows, decimalMark, vatRates])
  return <Reckoned.Provider value={reckoned}>{children}</Reckoned.Provider>
}

/** The net of a line as it is typed; nothing while it has none. */
export function LineNet({ row, currency }: { row: number; currency: string }) {
  const net = useContext(Reckoned)?.nets[row] ?? null
  const format = useFormat()
  return net === null || net === 0 ? null : (
    <span className="ms-2 font-medium whitespace-nowrap tabular-nums">{`= ${format.money(net, currency)}`}</span>
  )
}

/** Net, VAT and gross as they are typed, told to screen readers when typing rests. */
export function TotalsOutput({ currency }: { currency: string }) {
  const reckoned = useContext(Reckoned)
  const { t } = useTranslation('bids')
  const { t: tLines } = useTranslation('bidlines')
  const { t: tForms } = useTranslation('priceforms')
  const format = useFormat()
  if (!reckoned) return null
  const { totals, dayWork, options, open } = reckoned
  return (
    <output className="flex flex-col gap-1 rounded-md bg-muted px-4 py-3 text-sm sm:ms-auto sm:w-80">
      <Amount label={t('field.net')} amount={format.money(totals.netCents, currency)} />
      {dayWork !== null && (
        <>
          <Amount label={tForms('ofWhichDayWork')} amount={format.money(dayWork, currency)} />
          <Amount label={tForms('contractNet')} amount={format.money(totals.netCents - dayWork, currency)} />
        </>
      )}
      {totals.vatGroups.map(({ vatRateBp, vatCents }) => (
        <Amount
          key={vatRateBp}
          label={t('detail.vat', { rate: format.percent(vatRateBp) })}
          amount={format.money(vatCents, currency)}
        />
      ))}
      <Amount label={t('field.gross')} amount={format.money(totals.grossCents, currency)} strong />
      {options !== null && <Amount label={tForms('option.net')} amount={format.money(options, currency)} />}
      {open > 0 && <span className="text-warning">{tLines('files.open', { number: open })}</span>}
    </output>
  )
}

function Amount({ label, amount, strong }: { label: string; amount: string; strong?: boolean }) {
  return (
    <span className={strong ? 'flex justify-between gap-4 font-semibold' : 'flex justify-between gap-4'}>
      <span>{label}</span> <span className="tabular-nums">{amount}</span>
    </span>
  )
}
