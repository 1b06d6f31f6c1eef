import { useTranslation } from 'react-i18next'
import type { FrozenRecord } from '#app/features/decisions/frozen-record.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

/** What the hash of a frozen text proves to anybody who has it. */
export function FoundRecord({ record }: { record: FrozenRecord }) {
  const { t } = useTranslation('frozenrecords')
  const format = useFormat()
  const { kind, digest, frozenAt, matches, revokedAt, isSuperseded } = record
  return (
    <>
      <div>
        <h1 className="text-2xl font-semibold">{t(`kind.${kind}`)}</h1>
        <p className="mt-1 text-muted-foreground">{t('about')}</p>
      </div>
      <Alert tone={matches ? 'success' : 'danger'} title={t(matches ? 'known' : 'differs')}>
        {t(matches ? (kind === 'signature' ? 'signatureText' : 'knownText') : 'differsText')}
      </Alert>
      {isSuperseded && <Alert tone="warning" title={t('superseded')} />}
      {revokedAt !== null && <Alert tone="warning" title={t('revoked', { time: format.deadline(revokedAt) })} />}
      <Card>
        <DescriptionList
          items={[
            { term: t(kind === 'signature' ? 'signedAt' : 'frozenAt'), description: format.deadline(frozenAt) },
            { term: t('hash'), description: <code className="font-mono text-xs wrap-anywhere">{digest}</code> },
          ]}
        />
      </Card>
    </>
  )
}
