import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

/** What runs the script, in every language. */
const command = 'node verify-proof.mjs proof.json'

/** What a party takes away to prove the chain without us: the proof, and the script that verifies it. */
export function ProofCard({ contractId }: { contractId: string }) {
  const { t } = useTranslation('chain')
  return (
    <Card title={t('proof.title')} className="print:hidden">
      <div className="flex flex-col gap-3 text-sm">
        <p className="max-w-prose">{t('proof.text')}</p>
        <p className="flex flex-wrap gap-2">
          <ButtonLink to={`/contracts/${contractId}/proof.json`} reloadDocument icon={Download} variant="outline">
            {t('proof.download')}
          </ButtonLink>
          <ButtonLink to="/verify-proof.mjs" reloadDocument download icon={Download} variant="outline">
            {t('proof.script')}
          </ButtonLink>
        </p>
        <p>
          {t('proof.run')} <code className="font-mono wrap-anywhere">{command}</code>
        </p>
        <p className="max-w-prose text-muted-foreground">{t('proof.limits')}</p>
      </div>
    </Card>
  )
}
