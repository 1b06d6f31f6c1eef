import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/**
 * Says where scripts are off that a call cannot be held, and what can be done instead (CALL-13). `proposeTo` is the conversation that a time can
 * be proposed to.
 */
export function WithoutScripts({ to = '/messages', proposeTo }: { to?: string; proposeTo?: string | null }) {
  const { t } = useTranslation('calls')
  return (
    <noscript>
      <Alert tone="info" title={t('noScript.title')}>
        {t('noScript.text')} <TextLink to={to}>{t('noScript.message')}</TextLink>
        {proposeTo && (
          <>
            {' · '}
            <TextLink to={`/calls/times/new?conversation=${proposeTo}`}>{t('noScript.propose')}</TextLink>
          </>
        )}
      </Alert>
    </noscript>
  )
}
