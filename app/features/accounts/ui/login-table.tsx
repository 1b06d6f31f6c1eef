import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { PageSection } from '#app/ui/page-section.tsx'

export type LoginRow = {
  seq: number
  at: number
  ip: string | null
  by: 'password' | 'app' | 'recovery' | 'passkey' | 'signUp' | null
  isKnown: boolean | null
  device: { browser: string; system: string } | null
}

/** The newest logins to the user's account, so that they notice one that was not theirs. */
export function LoginTable({ logins }: { logins: readonly LoginRow[] }) {
  const { t } = useTranslation(['twofactor', 'accounts'])
  const format = useFormat()
  if (logins.length === 0) return null
  return (
    <PageSection title={t('logins.title')} description={t('logins.text')}>
      <DataTable
        caption={t('logins.title')}
        rows={logins}
        rowKey={({ seq }) => String(seq)}
        columns={[
          { key: 'at', header: t('logins.at'), primary: true, cell: ({ at }) => format.dateTime(at) },
          {
            key: 'device',
            header: t('accounts:security.device'),
            cell: ({ device, isKnown }) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                {device ? t('accounts:security.browserOn', device) : t('accounts:security.unknownDevice')}
                {isKnown === false && <Badge tone="warning">{t('logins.new')}</Badge>}
              </span>
            ),
          },
          { key: 'address', header: t('accounts:security.address'), cell: ({ ip }) => ip },
          { key: 'by', header: t('logins.by'), cell: ({ by }) => by && t(`logins.means.${by}`) },
        ]}
      />
    </PageSection>
  )
}
