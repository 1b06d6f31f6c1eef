import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { listSealCertificates, type SealCertificate, timeStampService } from '#app/features/seals/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'seals:title', description: 'seals:description', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  return { certificates: listSealCertificates(await visitorContext(request)), timeStamps: timeStampService() }
}

/** Public page for whoever has a sealed PDF: the certificates of our seals, how to check one, and what it means. */
export default function SealPage() {
  const { certificates, timeStamps } = useLoaderData<typeof loader>()
  const { t } = useTranslation('seals')
  const [current, ...earlier] = certificates
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-10 sm:px-6">
      <div>
        <h1 className="text-2xl font-semibold">{t('title')}</h1>
        <p className="mt-1 text-muted-foreground">{t('lead')}</p>
      </div>
      {current ? (
        <Certificate title={t('current')} certificate={current} />
      ) : (
        <Alert tone="info" title={t('noneTitle')}>
          {t('none')}
        </Alert>
      )}
      <Card title={t('check.title')}>
        <ol className="flex list-decimal flex-col gap-2 ps-5 leading-relaxed">
          <li>{t('check.open')}</li>
          <li>{t('check.look')}</li>
          <li>{t('check.compare')}</li>
        </ol>
      </Card>
      <Card title={t('trust.title')}>
        <p className="leading-relaxed">{t('trust.text')}</p>
      </Card>
      <Card title={t('meaning.title')}>
        <div className="flex flex-col gap-2 leading-relaxed">
          <p>{t('meaning.file')}</p>
          {current && <p>{current.issuer ? t('meaning.issued', { issuer: current.issuer }) : t('meaning.self')}</p>}
          <p>{timeStamps ? t('meaning.stamped', { service: timeStamps }) : t('meaning.time')}</p>
        </div>
      </Card>
      {earlier.length > 0 && (
        <section aria-labelledby="earlier" className="flex flex-col gap-4">
          <div>
            <h2 id="earlier" className="text-lg font-semibold">
              {t('earlier')}
            </h2>
            <p className="mt-1 text-muted-foreground">{t('earlierText')}</p>
          </div>
          {earlier.map((certificate) => (
            <Certificate key={certificate.sha256} certificate={certificate} />
          ))}
        </section>
      )}
    </div>
  )
}

function Certificate({ title, certificate }: { title?: string; certificate: SealCertificate }) {
  const { t } = useTranslation('seals')
  const format = useFormat()
  const { name, issuer, fingerprint, sha256, validFrom, validTo, usedSince } = certificate
  return (
    <Card title={title}>
      <DescriptionList
        items={[
          { term: t('name'), description: name },
          { term: t('issuer'), description: issuer ?? t('issuerSelf') },
          {
            term: t('fingerprint'),
            description: <code className="font-mono text-xs wrap-anywhere">{fingerprint}</code>,
          },
          {
            term: t('valid'),
            description: t('range', { from: format.date(validFrom), to: format.date(validTo) }),
          },
          { term: t('usedSince'), description: format.date(usedSince) },
        ]}
      />
      <ButtonLink
        to={`/seal.cer?sha256=${sha256}`}
        reloadDocument
        variant="outline"
        icon={Download}
        className="mt-4 self-start"
      >
        {t('download')}
      </ButtonLink>
    </Card>
  )
}
