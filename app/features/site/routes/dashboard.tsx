import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany, requireUser } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { getSampleProject } from '#app/features/projects/add-sample-project.server.ts'
import { sealValidity } from '#app/features/seals/watch-certificate.server.ts'
import { loadDashboard } from '#app/features/site/dashboard.server.ts'
import { putGuideAway } from '#app/features/site/put-guide-away.server.ts'
import { listWaitingForStaff } from '#app/features/site/staff-attention.server.ts'
import { DashboardView } from '#app/features/site/ui/dashboard-view.tsx'
import { StaffDashboard } from '#app/features/site/ui/staff-dashboard.tsx'
import { StaffWaitingCard } from '#app/features/site/ui/staff-waiting.tsx'
import { UnverifiedEmail } from '#app/features/site/ui/unverified-email.tsx'
import { readForm } from '#app/platform/forms/form.server.ts'
import { readBoolean } from '#app/platform/forms/posted-values.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'site:dashboard.title', description: 'site:dashboard.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const { actor, company, now } = ctx
  const staffWaiting = listWaitingForStaff(ctx)
  if (!company) return { staff: true as const, seal: await sealValidity(now), staffWaiting }
  const sample = can(ctx, 'projects.read') ? getSampleProject({ ...ctx, company }) : null
  return {
    staff: false as const,
    staffWaiting,
    now,
    name: actor.name,
    unverified: actor.emailVerified ? null : actor.email,
    canInvite: company.kind === 'organization' && can(ctx, 'team.invite'),
    canCreate: can(ctx, 'projects.create'),
    sample: sample && { id: sample.id, canRemove: can(ctx, 'projects.delete') },
    ...loadDashboard({ ...ctx, company }),
  }
}

/** Puts the first steps away, or shows them again. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleButton(request, '/dashboard', async () => {
    const away = readBoolean(await readForm(request), 'away')
    putGuideAway(ctx, { away })
    if (!away) return redirect('/dashboard', 303)
    return redirectWithFlash(request, '/dashboard', { tone: 'success', text: { key: 'site:dashboard.first.hidden' } })
  })
}

export default function DashboardPage() {
  const data = useLoaderData<typeof loader>()
  if (data.staff) return <StaffDashboard seal={data.seal} waiting={data.staffWaiting} />
  return (
    <div className="flex flex-col gap-6">
      {data.staffWaiting.length > 0 && <StaffWaitingCard rows={data.staffWaiting} />}
      {data.unverified && <UnverifiedEmail email={data.unverified} />}
      <DashboardView {...data} />
    </div>
  )
}
