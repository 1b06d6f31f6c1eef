import { Fingerprint, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

/** How a person can log in besides the password, each with a page of its own. */
export function OtherMeans({ twoFactor }: { twoFactor: boolean }) {
  const { t } = useTranslation(['passkeys', 'twofactor'])
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Card title={t('twofactor:title')} description={t('twofactor:description')}>
        <div className="flex flex-wrap items-center gap-4">
          <Badge tone={twoFactor ? 'success' : 'neutral'}>
            {twoFactor ? t('twofactor:member.on') : t('twofactor:member.off')}
          </Badge>
          <ButtonLink to="/security/two-factor" variant="outline" icon={ShieldCheck}>
            {twoFactor ? t('twofactor:change') : t('twofactor:start.title')}
          </ButtonLink>
        </div>
      </Card>
      <Card title={t('title')} description={t('description')}>
        <ButtonLink to="/security/passkeys" variant="outline" icon={Fingerprint}>
          {t('open')}
        </ButtonLink>
      </Card>
    </div>
  )
}
