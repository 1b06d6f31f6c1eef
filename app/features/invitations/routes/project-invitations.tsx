import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { takesBids } from '#app/features/invitations/invitation-access.server.ts'
import { inviteByEmail } from '#app/features/invitations/invite-by-email.server.ts'
import { inviteCompanies } from '#app/features/invitations/invite-companies.server.ts'
import { listEarlierBidders, listSentInvitations, searchDirectory } from '#app/features/invitations/queries.server.ts'
import { directorySearchSchema, inviteByEmailSchema, inviteSchema } from '#app/features/invitations/schemas.server.ts'
import { InviteByEmail } from '#app/features/invitations/ui/invite-by-email.tsx'
import { InviteFromDirectory } from '#app/features/invitations/ui/invite-from-directory.tsx'
import { SentInvitations } from '#app/features/invitations/ui/sent-invitations.tsx'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'invitations:sent.title',
  titleOf: (data) => `invitations:sent.for?project=${encodeURIComponent((data as { title: string }).title)}`,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const project = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const { id, title, status, invitedOnly } = project
  const q = new URL(request.url).searchParams.get('q')?.slice(0, 100) ?? ''
  const invitations = listSentInvitations(ctx, project)
  const invited = invitations.flatMap((one) => (one.status === 'withdrawn' ? [] : (one.companyId ?? [])))
  const canInvite = takesBids(project, ctx.now) && can(ctx, 'projects.invite')
  return {
    ...{ id, title, status, invitedOnly, invitations, invited, canInvite },
    directory: searchDirectory(ctx, canInvite ? q : ''),
    earlier: canInvite ? listEarlierBidders(ctx, id) : [],
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const { id: projectId } = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const form = await readForm(request, () => true)
  const typed = directorySearchSchema.safeParse({ ...Object.fromEntries(form), companyIds: form.getAll('companyIds') })
  const directory = typed.success ? searchDirectory(ctx, typed.data.q, typed.data.companyIds) : undefined
  if (form.has('search'))
    return handleFormData(form, directorySearchSchema, ({ companyIds, note }) =>
      data({
        ...{ directory, mailed: undefined },
        lastResult: { initialValue: { companyIds, note } } as SubmissionResult<string[]>,
      }),
    )
  if (form.get('by') === 'email') return mailInvitation(request, form, ctx, projectId)
  const answer = await handleFormData(form, inviteSchema, async (input) => {
    await consumePoint(ctx.db.$client, rateLimits.inviteToBid, ctx.company.id)
    const { invited } = inviteCompanies(ctx, { ...input, projectId })
    const text = { key: 'invitations:invited', params: { count: invited } }
    return redirectWithFlash(request, `/projects/${projectId}/invitations`, { tone: 'success', text })
  })
  return answer instanceof Response
    ? answer
    : data({ ...answer.data, directory, mailed: undefined }, answer.init ?? undefined)
}

async function mailInvitation(request: Request, form: FormData, ctx: CompanyContext, projectId: string) {
  const answer = await handleFormData(form, inviteByEmailSchema, async (input) => {
    await consumePoint(ctx.db.$client, rateLimits.inviteToBid, ctx.company.id)
    inviteByEmail(ctx, { ...input, projectId })
    const text = { key: 'invitations:byEmail.done', params: { email: input.email } }
    return redirectWithFlash(request, `/projects/${projectId}/invitations`, { tone: 'success', text })
  })
  if (answer instanceof Response) return answer
  return data({ mailed: answer.data.lastResult, lastResult: undefined, directory: undefined }, answer.init ?? undefined)
}

/** Whom a client has invited to a project, and the directory to invite from. */
export default function ProjectInvitations() {
  const { id, title, status, invitedOnly, invitations, invited, canInvite, earlier, submissionId, ...loaded } =
    useLoaderData<typeof loader>()
  const { lastResult, mailed, directory = loaded.directory } = useActionData<typeof action>() ?? {}
  const { t, i18n } = useTranslation('invitations')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('sent.projects'), to: '/projects' },
          { label: title, to: `/projects/${id}` },
          { label: t('sent.title') },
        ]}
      />
      {status === 'draft' ? (
        <Alert tone="info">{t('sent.draft')}</Alert>
      ) : (
        <Alert tone="info">{t(invitedOnly ? 'sent.invitedOnly' : 'sent.openToAll')}</Alert>
      )}
      {canInvite && (
        <InviteFromDirectory {...{ projectId: id, directory, earlier, invited, lastResult, submissionId }} />
      )}
      {canInvite && <InviteByEmail {...{ projectId: id, locale: i18n.language, lastResult: mailed, submissionId }} />}
      <SentInvitations projectId={id} invitations={invitations} />
    </div>
  )
}
