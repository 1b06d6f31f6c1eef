import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { checkSeal } from '#app/features/bids/opening/opening.server.ts'
import { CheckedSeal } from '#app/features/bids/ui/checked-seal.tsx'
import { getChangeCertificate } from '#app/features/change-orders/change-certificate.server.ts'
import { CertifiedChange } from '#app/features/change-orders/ui/certified-change.tsx'
import { isSignedByBoth } from '#app/features/contracts/contract.ts'
import { type Certificate, getCertificate } from '#app/features/contracts/queries.server.ts'
import { CertifiedDocument, Digest } from '#app/features/contracts/ui/certified-document.tsx'
import { findFrozenRecord } from '#app/features/decisions/frozen-record.server.ts'
import { FoundRecord } from '#app/features/decisions/ui/frozen-record.tsx'
import { getFinalAccountCertificate } from '#app/features/final-accounts/queries.server.ts'
import { CertifiedFinalAccount } from '#app/features/final-accounts/ui/certified-final-account.tsx'
import { getHandoverCertificate } from '#app/features/handover/queries.server.ts'
import { CertifiedHandover } from '#app/features/handover/ui/certified-handover.tsx'
import { findExport } from '#app/features/messages/export/exported-messages.server.ts'
import { ExportedConversation } from '#app/features/messages/ui/export/exported-conversation.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'verification:title', tellsNotFound: true, scripts: false }

export const meta = () => [{ name: 'robots', content: 'noindex' }]
export const headers = () => ({ 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  // Programs also print hashes in capitals.
  const asked = (params.hash ?? '').trim().toLowerCase()
  const certificate = getCertificate(ctx.db, asked)
  const change = certificate ? null : getChangeCertificate(ctx.db, asked)
  const handover = certificate || change ? null : getHandoverCertificate(ctx.db, asked)
  const account = certificate || change || handover ? null : getFinalAccountCertificate(ctx.db, asked)
  const seal = certificate || change || handover || account ? null : checkSeal(ctx.db, asked)
  const found = certificate ?? change ?? handover ?? account ?? seal
  const record = found ? null : findFrozenRecord(ctx.db, asked)
  const exported = found || record ? null : findExport(ctx.db, asked)
  // Nothing else is repeated: a page that people trust shows nobody's own words.
  const hash = /^[0-9a-f]{64}$/.test(asked) ? asked : null
  const status = found || record || exported ? 200 : 404
  return data({ hash, certificate, change, handover, account, seal, record, exported }, { status })
}

/** Public page for anybody who has the hash of a frozen text, or the seal of an opened bid: it shows neither content nor amounts. */
export default function Verify() {
  const { hash, certificate, change, handover, account, seal, record, exported } = useLoaderData<typeof loader>()
  const { t } = useTranslation('seals')
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-10 sm:px-6">
      {certificate && <Found certificate={certificate} />}
      {change && <CertifiedChange certificate={change} />}
      {handover && <CertifiedHandover certificate={handover} />}
      {account && <CertifiedFinalAccount certificate={account} />}
      {seal && <CheckedSeal seal={seal} />}
      {record && <FoundRecord record={record} />}
      {exported && <ExportedConversation found={exported} />}
      {!certificate && !change && !handover && !account && !seal && !record && !exported && <Unknown hash={hash} />}
      {((certificate && isSignedByBoth(certificate.status)) ||
        change?.status === 'accepted' ||
        handover?.status === 'signed' ||
        account?.status === 'signed') && (
        <p>
          <TextLink to="/seal">{t('checkSeal')}</TextLink>
        </p>
      )}
    </div>
  )
}

/** A typing error and a forged document look alike: neither may pass for a verified one. */
function Unknown({ hash }: { hash: string | null }) {
  const { t } = useTranslation('contracts')
  const { t: tVerify } = useTranslation('verification')
  const { t: tSeals } = useTranslation('seals')
  return (
    <>
      <h1 className="text-2xl font-semibold">{tVerify('title')}</h1>
      <Alert tone="danger" title={tVerify('unknown')}>
        {tVerify('unknownText')}
        <p className="mt-2">
          {tVerify('notTheFile')} <TextLink to="/seal">{tSeals('checkSeal')}</TextLink>
        </p>
      </Alert>
      {hash && (
        <Card>
          <DescriptionList items={[{ term: t('document.hash'), description: <Digest value={hash} /> }]} />
        </Card>
      )}
    </>
  )
}

function Found({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('contracts')
  const { t: tVerify } = useTranslation('verification')
  const format = useFormat()
  const { number, status, sentAt } = certificate
  return (
    <CertifiedDocument
      certificate={certificate}
      heading={tVerify('heading', { number })}
      facts={[
        { term: t('list.status'), description: t(`status.${status}`) },
        { term: t('detail.sentAt'), description: sentAt ? format.deadline(sentAt) : '' },
      ]}
    />
  )
}
