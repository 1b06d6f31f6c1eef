import { useTranslation } from 'react-i18next'
import { PrintButton } from '#app/documents/print-button.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

/** New recovery codes, shown once: whoever prints the page prints only them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('twofactor')
  return (
    <>
      <Alert tone="success" title={t('on')}>
        {t('codes.keep')}
      </Alert>
      <div className="print-alone">
        <Card title={t('codes.title')} description={t('codes.text')}>
          <ul className="grid gap-x-8 gap-y-2 font-mono text-base tabular-nums sm:grid-cols-2" translate="no">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </Card>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/security">{t('codes.done')}</ButtonLink>
        <PrintButton />
      </div>
    </>
  )
}
