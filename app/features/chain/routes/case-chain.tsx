import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { getCaseChain } from '#app/features/chain/chain.server.ts'
import { readableChain } from '#app/features/chain/readable-chain.server.ts'
import { ChainView } from '#app/features/chain/ui/chain-view.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'chain:title', description: 'chain:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const chain = orNotFound(getCaseChain(ctx, params.contractId ?? ''))
  const page = Number.parseInt(new URL(request.url).searchParams.get('page') ?? '', 10) || 1
  const { id, number, title } = chain.contract
  return { id, number, title, chain: readableChain(chain, await readerOf(request, ctx.actor), page, false) }
}

/** A part of the case file (ESC-10): the chain of the disputed contract, without what is nobody's but the parties'. */
export default function CaseChain() {
  const { id, number, title, chain } = useLoaderData<typeof loader>()
  const { t } = useTranslation('chain')
  const { t: tCase } = useTranslation('casefile')
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tCase('escrow'), to: '/escrow' },
          { label: number, to: `/escrow/${id}` },
          { label: tCase('title'), to: `/escrow/${id}/case-file` },
          { label: t('title') },
        ]}
      />
      <p className="font-medium wrap-anywhere">{title}</p>
      <p className="max-w-prose">{t('about')}</p>
      <ChainView chain={chain} />
    </div>
  )
}
