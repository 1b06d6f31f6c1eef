import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The drafts that clients have opened to the company, which wait for its comments; nothing without any. */
export function OpenDrafts({ drafts }: { drafts: readonly { id: string; title: string; client: string }[] }) {
  const { t } = useTranslation('negotiation')
  if (drafts.length === 0) return null
  return (
    <Alert tone="info" title={t('drafts.title', { count: drafts.length })}>
      <ul className="flex flex-col gap-1">
        {drafts.map(({ id, title, client }) => (
          <li key={id} className="wrap-anywhere">
            <TextLink to={`/contracts/${id}/negotiation`}>{title}</TextLink> · {client}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
