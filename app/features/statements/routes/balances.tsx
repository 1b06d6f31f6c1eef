import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { getBalanceStatement, readableBalances } from '#app/features/statements/balance-statement.server.ts'
import { periodOf, periodProblem } from '#app/features/statements/period.ts'
import { StatementView } from '#app/features/statements/ui/statement-view.tsx'
import { sharedReaderOf } from '#app/i18n/reader.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'statements:balances.title', description: 'statements:balances.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const search = new URL(request.url).searchParams
  const period = periodOf(search)
  const statement = getBalanceStatement(ctx, period, search.get('after') ?? '')
  const document = readableBalances(statement, await sharedReaderOf(request, ctx.actor))
  return { period, problem: periodProblem(search), after: search.get('after'), next: statement.next, document }
}

export default function BalanceStatement() {
  const shown = useLoaderData<typeof loader>()
  const { t } = useTranslation('statements')
  return (
    <StatementView
      {...shown}
      path="/escrow/balances/statement"
      crumbs={[
        { label: t('escrow'), to: '/escrow' },
        { label: t('balances.crumb'), to: '/escrow/balances' },
        { label: t('title') },
      ]}
    />
  )
}
