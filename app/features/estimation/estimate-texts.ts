import type { TFunction } from 'i18next'
import type { Format } from '#app/i18n/format.ts'
import { type Estimate, type EstimateInput, services, wholeEuros } from './estimate.ts'

type Texts = {
  t: TFunction<'estimation'>
  tProject: TFunction<'projects'>
  format: Format
}

/** An amount of an estimate, in whole euros. */
export const euros = ({ money }: Format, cents: number): string => money(wholeEuros(cents), 'EUR', { decimals: false })

/** An area, given in hundredths of a square metre. */
export const squareMetres = (format: Format, areaCenti: number): string => format.quantity(areaCenti * 10)

/** A multiplier, given in tenths. */
export const factor = (format: Format, tenths: number): string => format.number(tenths / 10)

/** The rows of an estimate: what is priced, how, and what it comes to. */
export function estimateRows(
  input: EstimateInput,
  { projects, services: chosen, multipliers }: Estimate,
  texts: Texts,
) {
  const { t, tProject, format } = texts
  return [
    ...projects.map(({ type, baseCents, squareMetreCents, netCents }) => ({
      key: type as string,
      work: tProject(`category.${type}`),
      note: `(${euros(format, baseCents)} + ${squareMetres(format, input.areaCenti)} m² × ${euros(format, squareMetreCents)}) × ${factor(format, multipliers.quality)} × ${factor(format, multipliers.urgency)}`,
      amount: euros(format, netCents),
    })),
    ...chosen.map(({ service, netCents }) => ({
      key: service as string,
      work: t(`services.${service}`),
      note: t('result.service'),
      amount: euros(format, netCents),
    })),
  ]
}

/** The sums of an estimate at a rate of VAT (basis points), the total last, and between what it is likely to be. */
export function estimateSums(
  sums: Pick<Estimate, 'subtotalCents' | 'vatCents' | 'totalCents' | 'minPriceCents' | 'maxPriceCents'> & {
    vatRateBp: number
  },
  { t, format }: Pick<Texts, 't' | 'format'>,
) {
  return {
    rows: [
      { term: t('result.subtotal'), amount: euros(format, sums.subtotalCents) },
      { term: t('result.vat', { rate: format.percent(sums.vatRateBp) }), amount: euros(format, sums.vatCents) },
      { term: t('result.total'), amount: euros(format, sums.totalCents) },
    ],
    range: t('result.range', { from: euros(format, sums.minPriceCents), to: euros(format, sums.maxPriceCents) }),
  }
}

/** What the price of an estimate covers, and what it does not, as lists. */
export function coverage(input: EstimateInput, vatRateBp: number, { t, format }: Texts) {
  const namesOf = (wanted: boolean) =>
    services
      .filter((service) => input.additionalFeatures.includes(service) === wanted)
      .map((service) => t(`services.${service}`))
  const [chosen, others] = [namesOf(true), namesOf(false)]
  return {
    included: [
      t('included.work'),
      t('included.choices'),
      ...chosen,
      t('included.vat', { rate: format.percent(vatRateBp) }),
    ],
    excluded: [...others, ...[t('excluded.hidden'), t('excluded.fees'), t('excluded.movables'), t('excluded.changes')]],
  }
}
