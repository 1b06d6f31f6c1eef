import { useFormat } from '#app/i18n/format.ts'

/** "€10K" and "€100M", formatted for the user's locale. */
export function useProjectSizes(): { from: string; to: string } {
  const { compactEuros } = useFormat()
  return { from: compactEuros(10_000), to: compactEuros(100_000_000) }
}
