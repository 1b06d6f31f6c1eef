import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { sealValidity } from '#app/features/seals/watch-certificate.server.ts'
import { loadDashboard } from '#app/features/site/dashboard.server.ts'
import { listWaitingForStaff } from '#app/features/site/staff-attention.server.ts'
import { DashboardView } from '#app/features/site/ui/dashboard-view.tsx'
import { StaffDashboard } from '#app/features/site/ui/staff-dashboard.tsx'
import { StaffWaitingCard } from '#app/features/site/ui/staff-waiting.tsx'
import { UnverifiedEmail } from '#app/features/site/ui/unverified-email.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'site:dashboard.title', description: 'site:dashboard.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const { actor, company, now } = ctx
  const staffWaiting = listWaitingForStaff(ctx)
  if (!company) return { staff: true as const, seal: await sealValidity(now), staffWaiting }
  return {
    staff: false as const,
    staffWaiting,
    now,
    name: actor.name,
    unverified: actor.emailVerified ? null : actor.email,
    canInvite: company.kind === 'organization' && can(ctx, 'team.invite'),
    canCreate: can(ctx, 'projects.create'),
    ...loadDashboard({ ...ctx, company }),
  }
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
