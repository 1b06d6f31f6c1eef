import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'

export type PasskeyRow = { id: string; name: string; createdAt: number; lastUsedAt: number | null }

/** The user's passkeys, with a link to remove each. */
export function PasskeyTable({ passkeys, now }: { passkeys: readonly PasskeyRow[]; now: number }) {
  const { t } = useTranslation('passkeys')
  const format = useFormat()
  return (
    <DataTable
      caption={t('title')}
      rows={passkeys}
      rowKey={({ id }) => id}
      empty={<p className="text-sm text-muted-foreground">{t('none')}</p>}
      columns={[
        { key: 'name', header: t('name'), primary: true, cell: ({ name }) => name },
        { key: 'created', header: t('created'), day: true, cell: ({ createdAt }) => format.date(createdAt) },
        {
          key: 'lastUsed',
          header: t('lastUsed'),
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('never') : format.relative(lastUsedAt, now)),
        },
        {
          key: 'actions',
          header: t('actions'),
          actions: true,
          cell: ({ id, name }) => (
            <ButtonLink
              to={`/security/passkeys/${id}/remove`}
              variant="outline"
              size="sm"
              aria-label={t('removeNamed', { name })}
            >
              {t('remove.submit')}
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}
