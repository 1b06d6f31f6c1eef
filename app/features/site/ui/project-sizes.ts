import { useFormat } from '#app/i18n/format.ts'

/** "€10K" and "€100M" as the reader's language writes them. */
export function useProjectSizes(): { from: string; to: string } {
  const { locale } = useFormat()
  const compact = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'EUR',
    notation: 'compact',
    maximumFractionDigits: 0,
  })
  return { from: compact.format(10_000), to: compact.format(100_000_000) }
}
