import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TokenPurpose } from '#app/features/accounts/token-page.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

type Notice = { state: 'done' } | { state: 'invalid'; reason: `${TokenPurpose}.${'noToken' | 'tokenInvalid'}` }

/**
 * Shown behind a mailed link instead of the form: the password is set, or the link does not work. `renewal` offers a new link.
 */
export function TokenNotice({ purpose, page, renewal }: { purpose: TokenPurpose; page: Notice; renewal?: ReactNode }) {
  const { t } = useTranslation('accounts')
  if (page.state === 'done') {
    return (
      <AccountCard title={t(`${purpose}.doneHeading`)}>
        <Alert tone="success">{t(`${purpose}.done`)}</Alert>
        <ButtonLink to="/login" size="lg">
          {t('login.submit')}
        </ButtonLink>
      </AccountCard>
    )
  }
  return (
    <AccountCard title={t(`${purpose}.invalidHeading`)}>
      <Alert tone="danger">{t(page.reason)}</Alert>
      <p className="text-sm text-muted-foreground">{t(`${purpose}.invalidHint`)}</p>
      {renewal}
      <ButtonLink to="/login" variant="outline" size="lg">
        {t('backToLogin')}
      </ButtonLink>
    </AccountCard>
  )
}
