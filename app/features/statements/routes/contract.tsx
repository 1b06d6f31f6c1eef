import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { readableStatement } from '#app/features/statements/contract-statement-document.server.ts'
import { findStatement } from '#app/features/statements/find-statement.server.ts'
import { periodOf, periodProblem } from '#app/features/statements/period.ts'
import { StatementView } from '#app/features/statements/ui/statement-view.tsx'
import { sharedReaderOf } from '#app/i18n/reader.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'statements:title', description: 'statements:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'escrow.read')
  const search = new URL(request.url).searchParams
  const period = periodOf(search)
  const statement = orNotFound(findStatement(ctx, params.contractId ?? '', period, search.get('after') ?? ''))
  const { id, number } = statement.contract
  const document = readableStatement(statement, await sharedReaderOf(request, ctx.actor))
  return {
    ...{ contract: { id, number }, period, problem: periodProblem(search) },
    ...{ after: search.get('after'), next: statement.next, document },
  }
}

export default function Statement() {
  const { contract, ...shown } = useLoaderData<typeof loader>()
  const { t } = useTranslation('statements')
  return (
    <StatementView
      {...shown}
      path={`/escrow/${contract.id}/statement`}
      crumbs={[
        { label: t('escrow'), to: '/escrow' },
        { label: contract.number, to: `/escrow/${contract.id}` },
        { label: t('title') },
      ]}
    />
  )
}
