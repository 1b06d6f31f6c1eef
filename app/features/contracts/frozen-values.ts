import type { TFunction } from 'i18next'
import type { Format } from '#app/i18n/format.ts'
import { parseAmount, parsePercent, parseQuantity, parseUnitPrice } from '#app/platform/money.ts'
import type { CanonicalRecord } from '#app/platform/text/canonical-text.ts'
import { workVatCategories } from '#db/vocabulary/invoicing.ts'

/** The fields of a record, each of which is taken once; what nobody took is left. */
export function takeFields(record: CanonicalRecord) {
  const left = new Map(record)
  const take = (name: string) => {
    const value = left.get(name)
    left.delete(name)
    return value
  }
  return {
    /** '' for a field that is not there. */
    text(name: string): string {
      const value = take(name)
      return typeof value === 'string' ? value : ''
    },
    records(name: string): readonly CanonicalRecord[] {
      const value = take(name)
      return typeof value === 'string' || value === undefined ? [] : value
    },
    left,
  }
}

/** Writes the values of a canonical text for a reader. What is not as expected stays as it stands there. */
export function writing(format: Format, currency: string) {
  const or = <Value>(text: string, value: Value | null, write: (value: Value) => string) =>
    value === null ? text : write(value)
  // A deduction of a change order is below zero.
  const signed = (text: string, parse: (digits: string) => number | null) => {
    const value = parse(text.replace(/^-/, ''))
    return value !== null && text.startsWith('-') ? -value : value
  }
  return {
    money: (text: string) =>
      or(
        text,
        signed(text, (digits) => parseAmount(digits, '.')),
        (cents) => format.money(cents, currency),
      ),
    unitPrice: (text: string) =>
      or(text, parseUnitPrice(text, '.'), (unitPriceE4) => format.unitPrice(unitPriceE4, currency)),
    percent: (text: string) => or(text, parsePercent(text, '.'), format.percent),
    quantity: (text: string) =>
      or(
        text,
        signed(text, (digits) => parseQuantity(digits, '.')),
        format.quantity,
      ),
    date: (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? format.date(text) : text),
    country: (text: string) => (/^[A-Z]{2}$/.test(text) ? format.country(text) : text),
  }
}

export type Facts = (readonly [term: string, value: string])[]
/** Facts without those that say nothing. */
export const filled = (facts: Facts): Facts => facts.filter(([, value]) => value !== '')

/** Fields that nobody asked for, under their own names. */
export function leftOver(fields: CanonicalRecord, prefix = ''): Facts {
  return [...fields].flatMap(([name, value]): Facts => {
    if (typeof value === 'string') return [[prefix + name, value]]
    return value.flatMap((record, index) => leftOver(record, `${prefix}${name} ${index + 1}: `))
  })
}

/** The words for a VAT category of EN 16931. */
export function vatLabel(category: string, t: TFunction<'contracts'>): string {
  const known = workVatCategories.find((one) => one === category)
  return known ? t(`paper.vat.${known}`) : category
}
