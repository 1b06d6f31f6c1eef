import { useTranslation } from 'react-i18next'

/** A field that people neither see nor reach; programs that fill in every field give themselves away. */
export function Trap({ value }: { value: unknown }) {
  const { t } = useTranslation('quoterequest')
  return (
    <div hidden>
      <label>
        {t('trap')}
        <input type="text" name="website" tabIndex={-1} autoComplete="off" defaultValue={String(value ?? '')} />
      </label>
    </div>
  )
}
