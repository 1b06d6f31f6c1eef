import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Says where scripts are off that a call cannot be held, and what can be done instead (CALL-13). */
export function WithoutScripts({ to = '/messages' }: { to?: string }) {
  const { t } = useTranslation('calls')
  return (
    <noscript>
      <Alert tone="info" title={t('noScript.title')}>
        {t('noScript.text')} <TextLink to={to}>{t('noScript.message')}</TextLink>
      </Alert>
    </noscript>
  )
}
