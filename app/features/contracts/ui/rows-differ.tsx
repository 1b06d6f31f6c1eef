import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'

/** Says of a contract that its rows no longer say what its frozen text does. */
export function RowsDiffer() {
  const { t } = useTranslation('contracts')
  return (
    <Alert tone="danger" title={t('verify.rowsDiffer')}>
      {t('verify.rowsDifferText')}
    </Alert>
  )
}
