import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Files } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { listSharedFiles } from '#app/features/messages/shared-files.server.ts'
import { SharedFileRow } from '#app/features/messages/ui/shared-file-row.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'

export const handle: PageHandle = {
  title: 'groups:files.title',
  titleOf: (data) => (data as { name: string }).name,
  heading: 'groups:files.title',
}

/** The files shared in a conversation, for its members. `?before=` and `?after=` are a `seq`. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const { id, name } = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  const { searchParams } = new URL(request.url)
  const place = (key: string) => Number.parseInt(searchParams.get(key) ?? '', 10) || undefined
  return { id, name, ...listSharedFiles(ctx, id, { before: place('before'), after: place('after') }) }
}

export default function SharedFiles() {
  const { id, name, files, before, after } = useLoaderData<typeof loader>()
  const { t } = useTranslation('groups')
  const base = `/messages/${id}`
  const here = `${base}/details/files`
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('people.messages'), to: '/messages' },
          { label: <span className="line-clamp-1 wrap-anywhere">{name}</span>, to: base },
          { label: t('details.title'), to: `${base}/details` },
          { label: t('files.title') },
        ]}
      />
      {files.length === 0 ? (
        <EmptyState
          icon={Files}
          title={t('files.empty')}
          action={<ButtonLink to={base}>{t('details.open')}</ButtonLink>}
        >
          {t('files.emptyText')}
        </EmptyState>
      ) : (
        <Card flush title={t('files.list')}>
          <ul className="divide-y divide-border border-t border-border">
            {files.map((file) => (
              <SharedFileRow key={file.id} base={base} file={file} />
            ))}
          </ul>
          {(before !== null || after !== null) && (
            <div className="border-t border-border px-4 py-3 sm:px-5">
              <Pagination
                previous={after === null ? null : `${here}?after=${after}`}
                next={before === null ? null : `${here}?before=${before}`}
              />
            </div>
          )}
        </Card>
      )}
    </div>
  )
}
