import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getChain, listContinued } from '#app/features/chain/chain.server.ts'
import { readableChain } from '#app/features/chain/readable-chain.server.ts'
import { ChainView } from '#app/features/chain/ui/chain-view.tsx'
import { ProofCard } from '#app/features/chain/ui/proof-card.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'chain:title', description: 'chain:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const chain = orNotFound(getChain(ctx, params.contractId ?? ''))
  const page = Number.parseInt(new URL(request.url).searchParams.get('page') ?? '', 10) || 1
  const { id, number, title } = chain.contract
  const continued = listContinued(ctx, id)
  return { id, number, title, continued, chain: readableChain(chain, await readerOf(request, ctx.actor), page, true) }
}

/** Everything that a contract is made of, with its hashes, verified (CON-15). */
export default function ContractChain() {
  const { id, number, title, continued, chain } = useLoaderData<typeof loader>()
  const { t } = useTranslation('chain')
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('contracts'), to: '/contracts' },
          { label: number, to: `/contracts/${id}` },
          { label: t('title') },
        ]}
      />
      <p className="font-medium wrap-anywhere">{title}</p>
      <p className="max-w-prose">{t('about')}</p>
      {continued.map((other) => (
        <p key={other.id} className="text-sm">
          <TextLink to={`/contracts/${other.id}/chain`}>
            {t(`continued.${other.side}`, { number: other.number })}
          </TextLink>
        </p>
      ))}
      <ChainView chain={chain} />
      <ProofCard contractId={id} />
    </div>
  )
}
