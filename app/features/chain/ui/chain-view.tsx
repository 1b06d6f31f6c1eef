import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReadableChain, ReadableLink } from '#app/features/chain/readable-chain.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The chain of a contract: what was found first, then its links in the order of time. */
export function ChainView({ chain }: { chain: ReadableChain }) {
  const { t } = useTranslation('chain')
  const { links, total, page, pages, broken, hidden } = chain
  const first = links[0]?.number ?? 0
  const pagination = (
    <Pagination
      previous={page > 1 ? `?page=${page - 1}` : null}
      next={page < pages ? `?page=${page + 1}` : null}
      {...(pages > 1 ? { from: first, to: first + links.length - 1, total } : {})}
    />
  )
  return (
    <>
      <Alert
        tone={broken.length > 0 ? 'danger' : 'success'}
        title={broken.length > 0 ? t('broken.title', { count: broken.length }) : t('intact.title')}
      >
        {broken.length > 0 ? (
          <>
            <p>{t('broken.text')}</p>
            <ul className="mt-2 list-disc ps-5">
              {broken.map(({ title, place }) => (
                <li key={place}>
                  <TextLink to={place}>{title}</TextLink>
                </li>
              ))}
            </ul>
          </>
        ) : (
          t('intact.text', { count: total })
        )}
      </Alert>
      {hidden.length > 0 && <Alert tone="info">{t('hidden', { kinds: hidden.join(', ') })}</Alert>}
      <p className="max-w-prose text-sm text-muted-foreground">{t('people')}</p>
      {pagination}
      <ol className="flex flex-col gap-3">
        {links.map((link) => (
          <Link key={link.number} link={link} />
        ))}
      </ol>
      {pagination}
    </>
  )
}

function Link({ link }: { link: ReadableLink }) {
  const { t } = useTranslation('chain')
  const { number, title, when, at, who, note, hash, isStored, names, findings, to } = link
  const isBroken = findings.length > 0
  return (
    <li
      id={`link-${number}`}
      className="flex break-inside-avoid flex-col gap-2 rounded-lg border border-border bg-card p-4 text-sm text-card-foreground target:border-primary"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="font-semibold wrap-anywhere">{to ? <TextLink to={to}>{title}</TextLink> : title}</p>
        <Badge tone={isBroken ? 'danger' : 'success'} icon={isBroken ? CircleAlert : CircleCheck}>
          {t(isBroken ? 'state.broken' : 'state.verified')}
        </Badge>
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted-foreground wrap-anywhere">
        <time dateTime={new Date(at).toISOString()}>{when}</time>
        {who && <span>{who}</span>}
      </p>
      {note && <p className="wrap-anywhere">{note}</p>}
      {findings.map((finding) => (
        <Alert key={finding} tone="danger" title={t(`finding.${finding}.title`)}>
          {t(`finding.${finding}.text`)}
        </Alert>
      ))}
      <dl className="flex flex-col gap-1 text-xs">
        {hash && <Hash term={t(isStored ? 'hash' : 'computed')} hash={hash} />}
        {names.map(({ what, hash: named, place }) => (
          <Hash key={what} term={what} hash={named} place={place} />
        ))}
      </dl>
    </li>
  )
}

function Hash({ term, hash, place = null }: { term: string; hash: string; place?: string | null }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="leading-6 text-muted-foreground">{term}</dt>
      <dd className="min-w-0 font-mono leading-6 wrap-anywhere">
        {place ? <TextLink to={place}>{hash}</TextLink> : hash}
      </dd>
    </div>
  )
}
