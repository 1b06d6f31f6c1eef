import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { ApiScope, ApiScopePart } from '#db/vocabulary/accounts.ts'

export type ApiTokenRow = {
  id: string
  name: string
  scopes: readonly ApiScope[]
  createdAt: number
  expiresAt: number
  lastUsedAt: number | null
}

/** The user's personal tokens that work, with a button to end each. */
export function ApiTokenTable({ tokens, now }: { tokens: readonly ApiTokenRow[]; now: number }) {
  const { t } = useTranslation(['apitokens', 'rights'])
  const format = useFormat()
  const nameOf = (scope: ApiScope) => {
    const [module, access] = scope.split(':') as [ApiScopePart, 'read' | 'write']
    return t(access, { module: t(`rights:part.${module}`) })
  }
  return (
    <DataTable
      caption={t('title')}
      rows={tokens}
      rowKey={({ id }) => id}
      empty={<p className="text-sm text-muted-foreground">{t('none')}</p>}
      columns={[
        { key: 'name', header: t('name'), primary: true, cell: ({ name }) => name },
        {
          key: 'scopes',
          header: t('mayDo'),
          cell: ({ scopes }) => (
            <ul>
              {scopes.map((scope) => (
                <li key={scope}>{nameOf(scope)}</li>
              ))}
            </ul>
          ),
        },
        { key: 'created', header: t('created'), day: true, cell: ({ createdAt }) => format.date(createdAt) },
        { key: 'expires', header: t('expires'), day: true, cell: ({ expiresAt }) => format.date(expiresAt) },
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
            <Form method="post" action={`/security/api-tokens/${id}/revoke`}>
              <SubmitButton variant="outline" size="sm" aria-label={t('revokeNamed', { name })}>
                {t('revoke')}
              </SubmitButton>
            </Form>
          ),
        },
      ]}
    />
  )
}
