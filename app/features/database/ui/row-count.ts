import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'

/** Writes how many rows a table has, where they are not counted as a bound. */
export function useRowCount() {
  const { t } = useTranslation('database')
  const format = useFormat()
  return ({ kind, count }: { kind: 'exact' | 'upTo' | 'over'; count: number }) => {
    if (kind === 'exact') return format.number(count)
    return kind === 'upTo' ? t('rowsUpTo', { count }) : t('rowsOver', { count })
  }
}
